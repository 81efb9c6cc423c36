// One task and many clients: whatever they do at once, what the agent says is kept once, whole and in order, at a cost that follows its length.

import type { AgentDefinition, TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Received } from "./rpc.js";
import { allEvents, brief, call, eventsOf, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { around, watched } from "./stores.js";
import type { Served } from "./subjects.js";
import { agentOf, countingIds, gate, openFetch } from "./subjects.js";

const taskId = "id-1";
const soon = { interval: 1 };

/** A store that lets everybody else have their turn before and after each of its operations. */
function slow(): TaskStore {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return around(createMemoryStore(), { before: pause, after: pause });
}

function numbered(length: number): string[] {
  return Array.from({ length }, (_, at) => `${at} `);
}

/** Yields 40 chunks, the second half once it is let; deaf to its signal. */
function halting(): { readonly definition: AgentDefinition; readonly stopped: Promise<void>; letGo(): void } {
  const [middle, told] = [gate(), gate()];
  const definition = agentOf(async function* ({ signal }) {
    signal.addEventListener("abort", told.open);
    for (const [at, text] of numbered(40).entries()) {
      if (at === 20) await middle.passed;
      yield text;
    }
  });
  return { definition, stopped: told.passed, letGo: middle.open };
}

async function textsOf(served: Served): Promise<(string | undefined)[] | undefined> {
  return (await getTask(served, taskId)).artifacts?.[0]?.parts.map(({ text }) => text);
}

test("chunks are stored once each, however many messages, streams and subscribers their task has meanwhile", async () => {
  const { definition, letGo } = halting();
  const served = await openFetch(definition, { makeId: countingIds(), store: slow() });
  const first = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
  const others = await Promise.all([
    send(served, "SendStreamingMessage", { message: say("more", { taskId }) }),
    send(served, "SubscribeToTask", { id: taskId }),
    send(served, "SubscribeToTask", { id: taskId }),
  ]);
  const blocking = sendFor(served, say("and more", { taskId }));
  await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(3), soon);
  letGo();
  const streams = [await first, ...(await Promise.all(others.map(allEvents)))];
  expect((await blocking).status.state).toBe("TASK_STATE_COMPLETED");
  expect(await textsOf(served)).toEqual(numbered(40));
  const last = streams.map((events) => events.at(-1)?.raw);
  expect(new Set(last).size).toBe(1);
  expect(brief(streamed(streams[0]?.at(-1) ?? expect.fail("no event")))).toBe("status COMPLETED");
});

test("chunks of an agent that does not hear a cancel are stored once each, and the task is canceled when it stops by itself", async () => {
  const { definition, stopped, letGo } = halting();
  const cancel = vi.fn(() => true);
  const served = await openFetch({ ...definition, cancel }, { makeId: countingIds(), store: slow() });
  const sent = sendFor(served, say("hi"));
  await vi.waitFor(async () => expect(await textsOf(served)).toHaveLength(20), soon);
  const cancels = [1, 2].map(() => call(served, "CancelTask", { id: taskId }));
  await stopped;
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(2), soon);
  await new Promise((resolve) => setImmediate(resolve));
  letGo();
  for (const { error } of await Promise.all(cancels)) expect(error).toBeUndefined();
  expect((await sent).status.state).toBe("TASK_STATE_CANCELED");
  expect(await textsOf(served)).toEqual(numbered(40));
});

test("a turn that ends takes nothing from the next one: every artifact of both is kept, and the task is over", async () => {
  const taken = gate();
  const agent = agentOf(async function* ({ text }) {
    for (let at = 0; at < 15; at += 1) {
      if (at === 7) await taken.passed;
      yield { artifact: { artifactId: `${text}-${at}`, parts: { text } } };
    }
    yield { state: text === "first" ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_COMPLETED" };
  });
  const served = await openFetch(agent, { makeId: countingIds(), store: slow() });
  const first = sendFor(served, say("first"));
  await vi.waitFor(() => getTask(served, taskId), soon);
  const second = sendFor(served, say("second", { taskId }));
  await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(2), soon);
  taken.open();
  await Promise.all([first, second]);
  await vi.waitFor(async () => expect((await getTask(served, taskId)).status.state).toBe("TASK_STATE_COMPLETED"), soon);
  const expected = ["first", "second"].flatMap((turn) => Array.from({ length: 15 }, (_, at) => `${turn}-${at}`));
  expect((await getTask(served, taskId)).artifacts?.map(({ artifactId }) => artifactId)).toEqual(expected);
});

test("of messages that come at once, while the agent works and the store is slow, every one is kept, and every artifact too", async () => {
  const taken = gate();
  const agent = agentOf(async function* () {
    for (let at = 0; at < 40; at += 1) {
      if (at === 39) await taken.passed;
      yield { artifact: { artifactId: `a${at}`, parts: { text: "a" } } };
    }
  });
  const served = await openFetch(agent, { makeId: countingIds(), store: slow() });
  const first = sendFor(served, say("m0"));
  await vi.waitFor(() => getTask(served, taskId), soon);
  const others = Array.from({ length: 11 }, (_, at) => sendFor(served, say(`m${at + 1}`, { taskId })));
  await vi.waitFor(async () => expect((await getTask(served, taskId)).history).toHaveLength(12), soon);
  taken.open();
  const tasks = await Promise.all([first, ...others]);
  const [task] = tasks;
  expect(new Set(task?.history?.map(({ parts }) => parts[0]?.text))).toEqual(new Set(Array.from({ length: 12 }, (_, at) => `m${at}`)));
  expect(task?.artifacts?.map(({ artifactId }) => artifactId)).toEqual(Array.from({ length: 40 }, (_, at) => `a${at}`));
  for (const each of tasks) expect(each).toEqual(task);
});

test("two streams of one task at once both show what happens, and one that is left ends no other", async () => {
  const { definition, letGo } = halting();
  const served = await openFetch(definition, { makeId: countingIds() });
  const first = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
  await vi.waitFor(async () => expect(await textsOf(served)).toHaveLength(20), soon);
  const second = allEvents(await send(served, "SendStreamingMessage", { message: say("more", { taskId }) }));
  const left = eventsOf(await send(served, "SubscribeToTask", { id: taskId }));
  await left.next();
  await left.return();
  letGo();
  const chunksOf = (events: readonly Received[]): string[] =>
    events.map((event) => brief(streamed(event))).filter((each) => /^artifact/.test(each));
  expect(chunksOf(await first)).toEqual(numbered(40).map((text) => `artifact ${text}`));
  expect(chunksOf(await second)).toEqual(
    numbered(40)
      .slice(20)
      .map((text) => `artifact ${text}`),
  );
});

for (const method of ["SendMessage", "SendStreamingMessage"]) {
  test(`an agent may begin every turn with a status, by ${method}, and need not say what the task is`, async () => {
    const agent = agentOf(async function* ({ text }) {
      yield { state: "TASK_STATE_WORKING", message: `on ${text}` };
      yield text;
      if (text === "first") yield { state: "TASK_STATE_INPUT_REQUIRED" };
    });
    const served = await openFetch(agent, { makeId: countingIds() });
    for (const message of [say("first"), say("second", { taskId })]) {
      expect(await (await send(served, method, { message })).text()).not.toContain('"error"');
    }
    const { status, artifacts } = await getTask(served, taskId);
    expect([status.state, artifacts?.map(({ parts }) => parts[0]?.text)]).toEqual(["TASK_STATE_COMPLETED", ["first", "second"]]);
  });
}

describe("a long stream", () => {
  /** What a task of so many chunks, with so many readers, costs: characters made of JSON, calls of the store, entries written and read. */
  async function costOf(
    chunks: number,
    readers = 1,
  ): Promise<{ readonly json: number; readonly loads: number; readonly appended: number; readonly taken: number }> {
    const letGo = gate();
    const agent = agentOf(async function* () {
      yield "begun ";
      await letGo.passed;
      for (let at = 0; at < chunks; at += 1) yield "0123456789 ";
    });
    const calls = new Map<string, number>();
    const counted = around(createMemoryStore(), {
      before(operation) {
        calls.set(operation, (calls.get(operation) ?? 0) + 1);
        return undefined;
      },
    });
    const { store, taken } = watched(counted);
    const served = await openFetch(agent, { makeId: countingIds(), store });
    const first = allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
    const others: Promise<Received[]>[] = [];
    for (let reader = 1; reader < readers; reader += 1) others.push(allEvents(await send(served, "SubscribeToTask", { id: taskId })));
    const loads = calls.get("load") ?? 0;
    let json = 0;
    const stringify = JSON.stringify;
    const spy = vi.spyOn(JSON, "stringify").mockImplementation((...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      json += text?.length ?? 0;
      return text;
    });
    const clone = vi.spyOn(globalThis, "structuredClone");
    onTestFinished(() => void vi.restoreAllMocks());
    letGo.open();
    for (const events of [await first, ...(await Promise.all(others))]) expect(events.length).toBeGreaterThan(chunks);
    spy.mockRestore();
    expect(clone).not.toHaveBeenCalled();
    return { json, loads: (calls.get("load") ?? 0) - loads, appended: calls.get("append") ?? 0, taken: taken() };
  }

  test("costs as much per chunk at its end as at its beginning: nothing is written, read or loaded again", async () => {
    const [short, long] = [await costOf(100), await costOf(1600)];
    expect(long.json / short.json).toBeLessThan(17);
    expect([short.loads, long.loads]).toEqual([0, 0]);
    // What is said while a write goes on is written together.
    expect(long.appended).toBeLessThan(1601);
    expect(long.appended / short.appended).toBeLessThan(17);
    expect([short.taken, long.taken]).toEqual([103, 1603]);
  });

  test("is written in JSON once, however many read it", async () => {
    const [one, ten] = [await costOf(200), await costOf(200, 10)];
    expect(ten.json / one.json).toBeLessThan(1.1);
    expect(ten.loads).toBe(0);
  });
});
