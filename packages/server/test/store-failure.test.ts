import type { TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import type { Answered } from "./rpc.js";
import { allEvents, brief, call, eventsOf, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { around, failing } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, gate, greeter, listeningLogger, openFetch } from "./subjects.js";
import { expectNothingUnhandled } from "./unhandled.js";

const taskId = "id-1";

expectNothingUnhandled();

/** Says two things and is done, not at once: one create, two appends. */
const twice = agentOf(async function* () {
  yield "one";
  await nextTurnOfLoop();
  yield "two";
  await nextTurnOfLoop();
});

function nextTurnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function expectHidden({ error, text }: Answered): void {
  expect([error?.code, text.includes("secret")]).toEqual([-32603, false]);
}

describe("a store that fails", () => {
  for (const [what, when] of [
    ["to create", { create: "always" }],
    ["to append anything", { append: "always" }],
    ["to append from the second time on", { append: [1, 2, 3, 4, 5] }],
  ] as const) {
    test(`${what} gives a blocking sender an InternalError without its text, and the logger the text`, async () => {
      const { logger, told } = listeningLogger();
      const served = await openFetch(twice, { store: failing(createMemoryStore(), when), logger });
      expectHidden(await call(served, "SendMessage", { message: say("hi") }));
      expect(told.flatMap(({ facts }) => Object.values(facts).map(String)).join()).toContain("the disk is full");
    });
  }

  for (const operation of ["create", "load"] as const) {
    test(`to ${operation} gives a sender that does not wait an InternalError too`, async () => {
      const served = await openFetch(twice, { store: failing(createMemoryStore(), { [operation]: "always" }) });
      expectHidden(await call(served, "SendMessage", { message: say("hi"), configuration: { returnImmediately: true } }));
    });
  }

  test("to load does not concern a sender that waits: the task's writer tells how it ended", async () => {
    const served = await openFetch(twice, { store: failing(createMemoryStore(), { load: "always" }) });
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("to append ends the sender's stream with an error event", async () => {
    const served = await openFetch(twice, { store: failing(createMemoryStore(), { append: [0, 1, 2] }) });
    const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    const last = events.pop();
    expect(events.map((event) => brief(streamed(event)))).toEqual(["task WORKING", "artifact one"]);
    expect([last?.event, last?.data.error]).toMatchObject(["error", { code: -32603 }]);
    expect(last?.raw).not.toContain("secret");
  });

  test("to append ends the stream of a subscriber with an error event too", async () => {
    const letGo = gate();
    const agent = agentOf(async function* () {
      yield "one";
      await letGo.passed;
      yield "two";
    });
    const served = await openFetch(agent, { store: failing(createMemoryStore(), { append: [0, 1, 2] }), makeId: countingIds() });
    const sent = send(served, "SendStreamingMessage", { message: say("hi") });
    await (await sent).body?.cancel();
    const events = eventsOf(await send(served, "SubscribeToTask", { id: "id-1" }));
    await events.next();
    letGo.open();
    expect((await events.next()).value).toMatchObject({ event: "error", data: { error: { code: -32603 } } });
    expect((await events.next()).done).toBe(true);
  });

  test("once fails the task, and the sender is told with the task", async () => {
    const served = await openFetch(twice, { store: failing(createMemoryStore(), { append: [0] }) });
    const task = await sendFor(served, say("hi"));
    expect([task.status.state, task.artifacts?.[0]?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "one" }]]);
  });

  test("to record a message refuses it, and the message leaves no trace in the task", async () => {
    const seen: unknown[] = [];
    const let_ = gate();
    const agent = agentOf(async function* ({ task }) {
      seen.push(task.history?.map(({ messageId }) => messageId));
      if (seen.length === 1) await let_.passed;
      yield { state: "TASK_STATE_INPUT_REQUIRED" };
    });
    const served = await openFetch(agent, { store: failing(createMemoryStore(), { append: [0] }), makeId: countingIds() });
    await sendFor(served, say("hi", { messageId: "first" }), { returnImmediately: true });
    expectHidden(await call(served, "SendMessage", { message: say("hi", { messageId: "lost", taskId }) }));
    const third = sendFor(served, say("hi", { messageId: "third", taskId }));
    await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(2), { interval: 1 });
    let_.open();
    await third;
    expect(seen.at(-1)).toEqual(["first", "third"]);
    expect((await getTask(served, taskId)).history?.map(({ messageId }) => messageId)).toEqual(["first", "third"]);
  });

  test("to begin the turn of an unread message fails the task and leaves nobody waiting", async () => {
    const agent = agentOf(async function* ({ text }) {
      yield "begun";
      await let_.passed;
      yield { state: "TASK_STATE_INPUT_REQUIRED", message: text };
    });
    const let_ = gate();
    // Appends: the second message, and then the end of the turn with the beginning of the next.
    const served = await openFetch(agent, { store: failing(createMemoryStore(), { append: [1] }), makeId: countingIds() });
    const first = sendFor(served, say("first"));
    await vi.waitFor(() => getTask(served, taskId), { interval: 1 });
    const second = sendFor(served, say("second", { taskId }));
    await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(2), { interval: 1 });
    let_.open();
    expect([(await first).id, (await second).id]).toEqual([taskId, taskId]);
    await vi.waitFor(async () => expect((await getTask(served, taskId)).status.state).toBe("TASK_STATE_FAILED"), { interval: 1 });
  });

  test("to release a lease harms nobody: who asks for what is refused is told so", async () => {
    const agent = agentOf(async () => ({ state: "TASK_STATE_INPUT_REQUIRED" }), { cancel: () => false });
    const { logger, told } = listeningLogger();
    const served = await openFetch(agent, { store: failing(createMemoryStore(), { release: "always" }), makeId: countingIds(), logger });
    await sendFor(served, say("hi"));
    expect((await call(served, "CancelTask", { id: taskId })).error?.code).toBe(-32002);
    expect(told.map(({ message }) => message)).toContain("a lease could not be given back");
  });

  test("while a task is read ends the stream with an error event", async () => {
    const served = await openFetch(twice, { store: failing(createMemoryStore(), { read: [1, 2] }) });
    const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    expect(events.at(-1)?.event).toBe("error");
    expect(events.map(({ raw }) => raw).join()).not.toContain("secret");
  });
});

describe("a task that another writer has taken", () => {
  for (const outcome of ["fenced", "conflict"] as const) {
    test(`(${outcome}) gives whoever waits an InternalError, and tells the agent to stop`, async () => {
      const stopped = gate();
      const agent = agentOf(async function* ({ signal }) {
        signal.addEventListener("abort", stopped.open);
        yield "one";
        yield "two";
      });
      const served = await openFetch(agent, { store: taken(outcome) });
      expectHidden(await call(served, "SendMessage", { message: say("hi") }));
      await stopped.passed;
    });

    test(`(${outcome}) is written by its new writer alone: a message finds its way again`, async () => {
      const served = await openFetch(greeter, { store: taken(outcome, 0), makeId: countingIds() });
      await call(served, "SendMessage", { message: say("hi") });
      expectHidden(await call(served, "SendMessage", { message: say("Ann", { taskId }) }));
      const task = await sendFor(served, say("Ann", { taskId }));
      expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    });
  }

  /** A store whose appends fail: all, or one. */
  function taken(outcome: "fenced" | "conflict", only?: number): TaskStore {
    const store = createMemoryStore();
    let appends = -1;
    return {
      ...around(store, {}),
      append: (...given) => {
        appends += 1;
        return only === undefined || appends === only ? Promise.resolve(outcome) : store.append(...given);
      },
    };
  }
});

test("a slow store loses no answer when the agent is shut down", async () => {
  const slow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const agent = agentOf(async function* ({ signal }) {
    yield "begun";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  const served = await openFetch(agent, { store: around(createMemoryStore(), { before: slow, after: slow }), makeId: countingIds() });
  const sent = sendFor(served, say("hi"));
  await vi.waitFor(() => getTask(served, taskId), { interval: 1 });
  await served.close();
  expect((await sent).status.state).toBe("TASK_STATE_FAILED");
});

describe("a task that somebody else began since it was looked for", () => {
  /** A store that does not find a task the next time that it is asked for one, once it is blinded. */
  function blinded(): { readonly store: TaskStore; blind(): void } {
    const store = createMemoryStore();
    let isBlind = false;
    return {
      blind: () => {
        isBlind = true;
      },
      store: {
        ...store,
        load(key) {
          const stored = isBlind ? undefined : store.load(key);
          isBlind = false;
          return stored;
        },
      },
    };
  }

  const tell = (served: Served, text: string): Promise<Answered> =>
    call(
      served,
      "tasks/send",
      { id: "t", message: { role: "user", parts: [{ type: "text", text }] } },
      {
        headers: { "a2a-version": "0.1" },
      },
    );

  test("takes the message", async () => {
    const { store, blind } = blinded();
    const served = await openFetch(greeter, { store });
    expect((await tell(served, "hi")).result).toMatchObject({ id: "t", status: { state: "input-required" } });
    blind();
    expect((await tell(served, "Ann")).result).toMatchObject({ id: "t", status: { state: "completed" } });
  });

  test("refuses it where it is over", async () => {
    const { store, blind } = blinded();
    const served = await openFetch(twice, { store });
    await tell(served, "hi");
    blind();
    expect((await tell(served, "more")).error?.code).toBe(-32009);
  });
});
