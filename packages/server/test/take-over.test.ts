// Several processes with one durable store: what one leaves another goes on with, and each reaches the one that has a task.

import type { AgentDefinition, HandlerOptions, TaskStore, Turn } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import type { Instance } from "./instances.js";
import { createInstances } from "./instances.js";
import type { Received } from "./rpc.js";
import { allEvents, brief, call, getTask, say, send, sendFor, streamed } from "./rpc.js";
import type { Served } from "./subjects.js";
import { agentOf, gate, listeningLogger, openFetch } from "./subjects.js";

const soon = { interval: 1 };
const now = { returnImmediately: true };

const restart = { recover: "restart" } as const;

interface Place {
  readonly store: Instance;
  readonly served: Served;
}

function openPlaces(): { open(definition: AgentDefinition, options?: HandlerOptions): Promise<Place> } {
  const instances = createInstances();
  return {
    async open(definition, options = {}) {
      const store = instances.open();
      return { store, served: await openFetch(definition, { ...options, store, sweepMs: 2 }) };
    },
  };
}

/** Begins, and then waits for ever. */
const stuck = agentOf(async function* ({ signal }) {
  yield "begun ";
  await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
});

/** Notes each turn that it is given, is done with the last, and asks for another after the others. May be run again. */
function noting(turns: Turn[], last: string): AgentDefinition {
  return agentOf(async function* (turn) {
    turns.push(turn);
    yield "done";
    if (turn.text !== last) yield { state: "TASK_STATE_INPUT_REQUIRED" };
  }, restart);
}

function numbersOf(events: readonly Received[]): number[] {
  return events.map(({ id }) => Number(id));
}

describe("a turn whose process was killed", () => {
  test("is run again elsewhere, with what it was given, where the agent allows that", async () => {
    const turns: Turn[] = [];
    const places = openPlaces();
    const options = { authenticate: () => ({ user: "ada" }) };
    const first = await places.open({ ...stuck, ...restart }, options);
    const { id } = await sendFor(first.served, say("hi"), now);
    await vi.waitFor(async () => expect((await getTask(first.served, id)).artifacts).toHaveLength(1), soon);
    await sendFor(first.served, say("more", { taskId: id }), now);
    first.store.kill();
    const second = await places.open(noting(turns, "more"), options);
    await vi.waitFor(async () => expect((await getTask(second.served, id)).status.state).toBe("TASK_STATE_COMPLETED"), soon);
    expect(turns.map(({ text, caller, task }) => [text, caller, task.artifacts?.length])).toEqual([
      ["hi", { user: "ada" }, 1],
      ["more", { user: "ada" }, 2],
    ]);
  });

  test("fails its task elsewhere, with a status that says so, where the agent does not allow it", async () => {
    const places = openPlaces();
    const first = await places.open(stuck);
    const { id } = await sendFor(first.served, say("hi"), now);
    first.store.kill();
    const { logger, told } = listeningLogger();
    const { served } = await places.open(stuck, { logger });
    await vi.waitFor(async () => expect((await getTask(served, id)).status.state).toBe("TASK_STATE_FAILED"), soon);
    expect((await getTask(served, id)).status.message?.parts).toEqual([{ text: "The agent's process ended." }]);
    expect(told.map(({ message }) => message)).toContain("a turn that was left fails its task");
  });

  test("is not run again for ever: at the fourth time its task fails", async () => {
    const places = openPlaces();
    const agent = { ...stuck, ...restart };
    let place = await places.open(agent);
    const { id } = await sendFor(place.served, say("hi"), now);
    for (let time = 0; time < 3; time += 1) {
      await vi.waitFor(async () => expect((await getTask(place.served, id)).artifacts?.length ?? 0).toBeGreaterThan(time), soon);
      expect((await getTask(place.served, id)).status.state).toBe("TASK_STATE_WORKING");
      place.store.kill();
      place = await places.open(agent);
    }
    await vi.waitFor(async () => expect((await getTask(place.served, id)).artifacts?.length).toBe(4), soon);
    place.store.kill();
    place = await places.open(agent);
    await vi.waitFor(async () => expect((await getTask(place.served, id)).status.state).toBe("TASK_STATE_FAILED"), soon);
  });

  test("is followed elsewhere: a subscriber there sees every number once", async () => {
    const places = openPlaces();
    const first = await places.open({ ...stuck, ...restart });
    const { id } = await sendFor(first.served, say("hi"), now);
    const turns: Turn[] = [];
    const second = await places.open(noting(turns, "hi"));
    const events = allEvents(await send(second.served, "SubscribeToTask", { id }));
    first.store.kill();
    const seen = numbersOf(await events);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => (seen[0] ?? 0) + at));
    expect(turns).toHaveLength(1);
  });
});

test("a turn that a shutdown stops goes on elsewhere", async () => {
  const turns: Turn[] = [];
  const places = openPlaces();
  const first = await places.open({ ...stuck, ...restart });
  const { id } = await sendFor(first.served, say("hi"), now);
  await first.served.close();
  const { served } = await places.open(noting(turns, "hi"));
  await vi.waitFor(async () => expect((await getTask(served, id)).status.state).toBe("TASK_STATE_COMPLETED"), soon);
  expect(turns.map(({ text }) => text)).toEqual(["hi"]);
});

test("a process that was taken for ended writes nothing more, and its streams go on with what its successor writes", async () => {
  const goOn = gate();
  const places = openPlaces();
  const first = await places.open(
    agentOf(async function* () {
      yield "begun ";
      await goOn.passed;
      for (let at = 0; at < 10; at += 1) yield "never ";
    }, restart),
  );
  const events = allEvents(await send(first.served, "SendStreamingMessage", { message: say("hi") }));
  const { id } = await vi.waitFor(async () => {
    const { result } = await call(first.served, "ListTasks", {});
    // safe: a list of tasks
    const [task] = (result as { tasks: { id: string }[] }).tasks;
    return task ?? expect.fail("no task yet");
  }, soon);
  first.store.expire();
  const { served } = await places.open(noting([], "hi"));
  await vi.waitFor(async () => expect((await getTask(served, id)).status.state).toBe("TASK_STATE_COMPLETED"), soon);
  goOn.open();
  const seen = await events;
  expect(numbersOf(seen)).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1));
  expect(brief(streamed(seen.at(-1) ?? expect.fail("no event")))).toBe("status COMPLETED");
  expect(JSON.stringify(await getTask(served, id))).not.toContain("never");
});

test("webhooks that were left are looked for also where tasks cannot be", async () => {
  const memory = createMemoryStore();
  const looked = gate();
  const failing = (): Promise<never> => Promise.reject(new Error("the database is not there"));
  const { logger, told } = listeningLogger();
  const store: TaskStore = {
    ...memory,
    isDurable: true,
    leases: { ...memory.leases, adopt: failing },
    push: {
      ...memory.push,
      adopt() {
        looked.open();
        return [];
      },
    },
  };
  const { close } = await openFetch(stuck, { store, logger, sweepMs: 2 });
  await looked.passed;
  await close();
  expect(told[0]?.message).toBe("tasks that other processes have left could not be looked for");
});

describe("a task that another process works on", () => {
  /** Says back what comes meanwhile, until that is "bye". */
  const listening = agentOf(async function* ({ inbox }) {
    yield "listening";
    for await (const { parts } of inbox) {
      yield `heard ${parts[0]?.text}`;
      if (parts[0]?.text === "bye") return;
    }
  });

  test("takes a message that comes here, and its events are streamed here", async () => {
    const places = openPlaces();
    const [first, second] = [await places.open(listening), await places.open(listening)];
    const { id } = await sendFor(first.served, say("hi"), now);
    const events = (await allEvents(await send(second.served, "SendStreamingMessage", { message: say("bye", { taskId: id }) }))).map(
      streamed,
    );
    expect(events.map(brief)).toEqual(["task WORKING", "artifact heard bye", "status COMPLETED"]);
    expect((await getTask(first.served, id)).history).toHaveLength(2);
  });

  test("is canceled from here, or the refusal comes back by its name", async () => {
    const places = openPlaces();
    const agent = agentOf(stuck.run, { cancel: ({ task }) => task.history?.[0]?.parts[0]?.text !== "never" });
    const [first, second] = [await places.open(agent), await places.open(agent)];
    const { id } = await sendFor(first.served, say("hi"), now);
    expect((await call(second.served, "CancelTask", { id })).result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    const { id: other } = await sendFor(first.served, say("never"), now);
    expect((await call(second.served, "CancelTask", { id: other })).error?.code).toBe(-32002);
    await vi.waitFor(async () => expect((await getTask(second.served, other)).status.state).toBe("TASK_STATE_WORKING"), soon);
  });

  test("takes a message once, though its process is killed before it has answered for it", async () => {
    const turns: Turn[] = [];
    const places = openPlaces();
    const first = await places.open(
      agentOf(async function* ({ inbox }) {
        yield "listening";
        for await (const _ of inbox) first.store.kill();
      }, restart),
    );
    const second = await places.open(noting(turns, "bye"));
    const { id } = await sendFor(first.served, say("hi"), now);
    expect((await sendFor(second.served, say("bye", { taskId: id }))).status.state).toBe("TASK_STATE_COMPLETED");
    const said = (await getTask(second.served, id)).history?.map(({ parts }) => parts[0]?.text);
    expect(said).toEqual(["hi", "bye"]);
    await vi.waitFor(() => expect(turns.map(({ text }) => text)).toEqual(["hi", "bye"]), soon);
  });
});
