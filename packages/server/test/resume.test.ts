// Readers who come back: Last-Event-ID is the number of the last event that they have.

import type { Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Received } from "./rpc.js";
import { allEvents, answered, blocksOf, call, eventsOf, getTask, say, send, sendFor } from "./rpc.js";
import { around } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, gate, greeter, openFetch } from "./subjects.js";
import type { Spoken } from "./versions.js";
import { versions } from "./versions.js";

const soon = { interval: 1 };

/** Says three words and is done: a log of five entries. */
const talker = agentOf(async function* () {
  yield "one ";
  yield "two ";
  yield "three";
});

/** Asks twice, whatever it is told, and then is done; says two words in each turn. */
const asker = agentOf(async function* ({ task }) {
  const turn = task.history?.filter(({ role }) => role === "ROLE_USER").length ?? 0;
  yield `${turn}a `;
  yield `${turn}b `;
  if (turn < 3) yield { state: "TASK_STATE_INPUT_REQUIRED", message: "And?" };
});

function after(id: string | number): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { "last-event-id": String(id) } };
}

function idsOf(events: readonly Received[]): number[] {
  return events.flatMap(({ id }) => (id === undefined ? [] : Number(id)));
}

function rawsOf(events: readonly Received[]): string[] {
  return events.map(({ raw }) => raw);
}

/** The id of the one task there is. */
async function onlyTask(served: Served): Promise<string> {
  const { result } = await call(served, "ListTasks", {});
  return Object(result).tasks[0].id;
}

/** The whole of a stream, and the id of the task that it is of. */
async function streamedTask(served: Served, { stream, params }: Spoken): Promise<{ readonly id: string; readonly events: Received[] }> {
  const events = await allEvents(await send(served, stream, params("hi")));
  return { id: await onlyTask(served), events };
}

for (const spoken of versions) {
  const { version, stream, subscribe, params } = spoken;

  describe(`a reader of ${version}`, () => {
    test("of a running task is told what it has missed, then what happens, each number once", async () => {
      const missed = gate();
      const letGo = gate();
      const agent = agentOf(async function* () {
        yield "one ";
        yield "two ";
        await missed.passed;
        yield "three ";
        yield "four ";
        await letGo.passed;
        yield "five";
      });
      const served = await openFetch(agent);
      const leaving = eventsOf(await send(served, stream, params("hi")));
      const seen: Received[] = [];
      while (idsOf(seen).length < 3) seen.push((await leaving.next()).value ?? expect.fail("ended"));
      await leaving.return();
      missed.open();
      const id = await onlyTask(served);
      await vi.waitFor(async () => expect((await getTask(served, id)).artifacts?.[0]?.parts).toHaveLength(4), soon);
      const back = eventsOf(await send(served, subscribe, { id }, after(3)));
      for (let time = 0; time < 2; time += 1) seen.push((await back.next()).value ?? expect.fail("ended"));
      letGo.open();
      for await (const event of back) seen.push(event);
      expect(idsOf(seen)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(rawsOf(seen)).toEqual(rawsOf(await allEvents(await send(served, subscribe, { id }, after(0)))));
    });

    for (let cut = 0; cut < 5; cut += 1) {
      test(`of a task that is over is told the rest after ${cut}, and its stream closes`, async () => {
        const served = await openFetch(talker);
        const { id, events } = await streamedTask(served, spoken);
        expect(idsOf(events)).toEqual([1, 2, 3, 4, 5]);
        const rest = await allEvents(await send(served, subscribe, { id }, after(cut)));
        expect(rawsOf(rest)).toEqual(rawsOf(events).slice(cut));
      });
    }

    test(`without a cursor of a task that is over is ${version === "1.0" ? "refused" : "shown it once"}`, async () => {
      const served = await openFetch(talker);
      const { id } = await streamedTask(served, spoken);
      const response = await send(served, subscribe, { id });
      if (version === "1.0") expect((await answered(response)).error?.code).toBe(-32004);
      else expect((await allEvents(response)).map((event) => event.id)).toEqual(version === "0.3" ? ["5"] : [undefined, "5"]);
    });

    for (const cursor of ["5", "6", "999999999999999", "1000000000000000", "-1", "1.5", "0x1", "1e0", "one", " ", "٣"]) {
      test(`with the cursor "${cursor}" of a task that is over is answered as without one`, async () => {
        const served = await openFetch(talker);
        const { id } = await streamedTask(served, spoken);
        const without = await (await send(served, subscribe, { id })).text();
        const latin = Buffer.from(cursor).toString("latin1");
        expect(await (await send(served, subscribe, { id }, after(latin))).text()).toBe(without);
      });
    }

    // Whoever has everything waits in 1.0 for what happens next.
    for (const cursor of [...(version === "1.0" ? [] : ["4"]), "5", "6", "-1", "one"]) {
      test(`with the cursor "${cursor}" of a task that asks back begins with the task, as without one`, async () => {
        const served = await openFetch(asker);
        const { id, events } = await streamedTask(served, spoken);
        const [plain, back] = await Promise.all(
          [{}, after(cursor)].map(async (options) => eventsOf(await send(served, subscribe, { id }, options)).next()),
        );
        expect(idsOf(events)).toEqual([1, 2, 3, 4]);
        expect(back).toEqual(plain);
      });
    }

    test("whose entries are gone begins with the task as it is", async () => {
      const memory = createMemoryStore();
      // Keeps the newest two.
      const store = {
        ...around(memory, {}),
        read: async (...[key, from, limit]: Parameters<typeof memory.read>) =>
          from < 2 ? ("gone" as const) : memory.read(key, from, limit),
      };
      const served = await openFetch(asker, { store: memory });
      const { id } = await streamedTask(served, spoken);
      const forgetful = await openFetch(asker, { store });
      const [gone, plain, kept] = await Promise.all(
        [after(1), {}, after(2)].map(
          async (options) => (await eventsOf(await send(forgetful, subscribe, { id }, options)).next()).value?.raw,
        ),
      );
      expect(gone).toBe(plain);
      expect(kept).toMatch(/^id: 3\n/);
    });

    test("cut anywhere and brought back while the task runs gets the whole stream, to the byte", { timeout: 20_000 }, async () => {
      const property = fc.asyncProperty(scripts, fc.nat(12), fc.nat(12), async (script, cut, pause) => {
        const served = await openFetch(scripted(script));
        const uncut: Received[] = [];
        const rest: Promise<Received[]>[] = [];
        for await (const event of eventsOf(await send(served, stream, params("hi")))) {
          uncut.push(event);
          if (uncut.length !== cut + 1 || event.id === undefined) continue;
          for (let time = 0; time < pause; time += 1) await Promise.resolve();
          const id = await onlyTask(served);
          rest.push(send(served, subscribe, { id }, after(event.id)).then(restOf));
        }
        const [back] = await Promise.all(rest);
        // Of a task that is over by then, whoever has its last event is answered as without a cursor.
        if (back && cut + 1 < uncut.length) expect(rawsOf(back)).toEqual(rawsOf(uncut).slice(cut + 1));
      });
      await fc.assert(property, { numRuns: 60 });
    });
  });
}

describe("a turn that ended", () => {
  for (const { version, stream, subscribe, params } of versions.filter((each) => each.version !== "1.0")) {
    test(`before the reader of ${version} came back does not end its stream, the one that ends then does`, async () => {
      const served = await openFetch(asker);
      const first = await allEvents(await send(served, stream, params("hi")));
      const id = await onlyTask(served);
      expect(isFinal(first.at(-1))).toBe(true);
      const second = await allEvents(await send(served, stream, params("more", { taskId: id })));
      expect(isFinal(second.at(-1))).toBe(true);
      const back = await allEvents(await send(served, subscribe, { id }, after(2)));
      expect(idsOf(back)).toEqual([3, 4, 5, 6, 7, 8]);
      expect(back.map(isFinal)).toEqual([false, false, false, false, false, true]);
    });

    test(`last of a task that asks back ends the stream of whoever comes back to ${version}`, async () => {
      const served = await openFetch(asker);
      await allEvents(await send(served, stream, params("hi")));
      const id = await onlyTask(served);
      const plain = await allEvents(await send(served, subscribe, { id }));
      expect(rawsOf(await allEvents(await send(served, subscribe, { id }, after(4))))).toEqual(rawsOf(plain));
    });
  }

  for (const [what, cursor, seen] of [
    ["misses it", 3, [4]],
    ["has everything", 4, []],
  ] as const) {
    test(`does not end the stream of a subscriber of 1.0 who ${what}: it stays open for what the client says next`, async () => {
      const served = await openFetch(asker);
      const { id } = await sendFor(served, say("hi"));
      const back = allEvents(await send(served, "SubscribeToTask", { id }, after(cursor)));
      await sendFor(served, say("more", { taskId: id }));
      await sendFor(served, say("more", { taskId: id }));
      expect(idsOf(await back)).toEqual([...seen, 5, 6, 7, 8, 9, 10, 11, 12]);
    });
  }

  test("is all that a reader has who waits: it is told at once that the stream is open, and then that it lives", async () => {
    const served = await openFetch(asker, { heartbeatMs: 1 });
    const { id } = await sendFor(served, say("hi"));
    const blocks = blocksOf(await send(served, "SubscribeToTask", { id }, after(4)));
    expect((await blocks.next()).value).toBe(": ping");
    await blocks.return();
  });
});

describe("a message sent again", () => {
  for (const { version, stream, params } of versions.filter((each) => each.version !== "0.1")) {
    for (let cut = 0; cut < 5; cut += 1) {
      test(`in ${version}, with the cursor ${cut}, streams the rest of what it caused`, async () => {
        const served = await openFetch(talker);
        const message = params("hi");
        const events = await allEvents(await send(served, stream, message));
        const rest = await allEvents(await send(served, stream, message, after(cut)));
        expect(rawsOf(rest)).toEqual(rawsOf(events).slice(cut));
      });
    }

    test(`in ${version} while it is worked on streams the rest as it happens`, async () => {
      const letGo = gate();
      const agent = agentOf(async function* () {
        yield "one ";
        yield "two ";
        await letGo.passed;
        yield "three";
      });
      const served = await openFetch(agent);
      const message = params("hi");
      const whole = allEvents(await send(served, stream, message));
      const back = eventsOf(await send(served, stream, message, after(1)));
      const first = await back.next();
      letGo.open();
      const rest = [first.value ?? expect.fail("ended")];
      for await (const event of back) rest.push(event);
      expect(rawsOf(rest)).toEqual(rawsOf(await whole).slice(1));
    });

    test(`in ${version} while it is worked on shows the task as it is where there is no cursor, then what happens`, async () => {
      const letGo = gate();
      const agent = agentOf(async function* () {
        yield "one ";
        yield "two ";
        await letGo.passed;
        yield "three";
      });
      const served = await openFetch(agent);
      const message = params("hi");
      const whole = eventsOf(await send(served, stream, message));
      for (let time = 0; time < 3; time += 1) await whole.next();
      const again = allEvents(await send(served, stream, message));
      letGo.open();
      expect(idsOf(await again)).toEqual([3, 4, 5]);
    });

    for (const cursor of [undefined, "5", "6", "one"]) {
      test(`in ${version}, with ${cursor === undefined ? "no cursor" : `the cursor "${cursor}"`}, of a task that is over shows it once`, async () => {
        const served = await openFetch(talker);
        const message = params("hi");
        await allEvents(await send(served, stream, message));
        const again = await allEvents(await send(served, stream, message, cursor === undefined ? {} : after(cursor)));
        expect([again.map(({ id }) => id), again[0]?.raw.match(/one |two |three/g)]).toEqual([["5"], ["one ", "two ", "three"]]);
      });
    }

    for (const cursor of [undefined, "4"]) {
      test(`in ${version}, with ${cursor === undefined ? "no cursor" : `the cursor "${cursor}"`}, of a task that asks back shows it once`, async () => {
        const served = await openFetch(asker);
        const message = params("hi");
        await allEvents(await send(served, stream, message));
        const again = await allEvents(await send(served, stream, message, cursor === undefined ? {} : after(cursor)));
        expect(idsOf(again)).toEqual([4]);
      });
    }

    test(`in ${version} is not ended by the turn before it, whatever cursor its sender has`, async () => {
      const served = await openFetch(asker);
      await allEvents(await send(served, stream, params("hi")));
      const message = params("more", { taskId: await onlyTask(served) });
      const events = await allEvents(await send(served, stream, message));
      expect(idsOf(events)).toEqual([5, 6, 7, 8]);
      expect(idsOf(await allEvents(await send(served, stream, message, after(2))))).toEqual([3, 4, 5, 6, 7, 8]);
      expect(rawsOf(await allEvents(await send(served, stream, message, after(6))))).toEqual(rawsOf(events).slice(2));
    });

    test(`in ${version} is ended by its own turn, though the task has gone on since`, async () => {
      const served = await openFetch(asker);
      const message = params("hi");
      const events = await allEvents(await send(served, stream, message));
      await allEvents(await send(served, stream, params("more", { taskId: await onlyTask(served) })));
      expect(rawsOf(await allEvents(await send(served, stream, message, after(1))))).toEqual(rawsOf(events).slice(1));
    });
  }
});

for (const { version, stream, params } of versions) {
  test(`a cursor alone counts for nothing: a new message of ${version} streams from its beginning`, async () => {
    const served = await openFetch(talker);
    await allEvents(await send(served, stream, params("hi")));
    expect(idsOf(await allEvents(await send(served, stream, params("hi"), after(3))))).toEqual([1, 2, 3, 4, 5]);
  });
}

test("a cursor opens nobody else's task", async () => {
  const authenticate = ({ header }: { header(name: string): string | undefined }): { readonly user: string } => ({
    user: header("x-user") ?? "",
  });
  const served = await openFetch(greeter, { authenticate });
  const { id } = await sendFor(served, say("hi"), {}, { headers: { "x-user": "ann" } });
  const refused = await send(served, "SubscribeToTask", { id }, { headers: { "x-user": "bob", "last-event-id": "1" } });
  expect((await answered(refused)).error?.code).toBe(-32001);
});

function isFinal(event: Received | undefined): boolean {
  return Object(event?.data.result).final === true;
}

for (const [version, method] of [
  ["0.3", "tasks/resubscribe"],
  ["0.1", "tasks/resubscribe"],
] as const) {
  test(`${version}: who comes back to a task whose turn ended with auth-required is shown it, and the stream is over`, async () => {
    const served = await openFetch(agentOf(async () => ({ state: "TASK_STATE_AUTH_REQUIRED" })));
    const { id } = await sendFor(served, say("hi"));
    const events = await allEvents(await send(served, method, { id }, { headers: { "a2a-version": version } }));
    expect(events.length).toBeGreaterThan(0);
  });
}

/** What a resumed stream says; nothing where it is refused, because nothing is left. */
async function restOf(response: Response): Promise<Received[]> {
  return response.headers.get("content-type") === "application/json" ? [] : allEvents(response);
}

/** What an agent does: yields, or lets others have their turn. */
type Step = Yield | "wait";

const scripts = fc.array(
  fc.constantFrom<Step>(
    "chunk ",
    "wait",
    "wait",
    { artifact: { artifactId: "a", parts: [{ text: "whole" }] } },
    { messageId: "said", role: "ROLE_AGENT", parts: [{ text: "said" }] },
    { state: "TASK_STATE_WORKING", message: "working on it" },
    { state: "TASK_STATE_AUTH_REQUIRED", continues: true },
  ),
  { maxLength: 10 },
);

function scripted(script: readonly Step[]): typeof talker {
  return agentOf(async function* () {
    // Not a direct reply, whatever comes first.
    yield "begun ";
    for (const step of script) {
      if (step === "wait") await new Promise((resolve) => setImmediate(resolve));
      else yield step;
    }
  });
}
