// What an agent says without waiting between, a durable store is asked to write once: each write waits for the disk.

import type { LogEntry, TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { allEvents, brief, getTask, say, send, sendFor, streamed } from "./rpc.js";
import { around, failing } from "./stores.js";
import { agentOf, gate, openFetch } from "./subjects.js";

// Stands still: by this clock an agent that has yielded for long gives way to others, and that is a pause.
beforeEach(() => void vi.spyOn(performance, "now").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

/** A store whose operations take a while, and the numbers of the entries of each write. */
function durable(inner: TaskStore = createMemoryStore()): { readonly store: TaskStore; readonly writes: (readonly number[])[] } {
  const writes: (readonly number[])[] = [];
  const note = (entries: readonly LogEntry[]): void => void writes.push(entries.map(({ number }) => number));
  const slow = around(inner, { before: () => new Promise((resolve) => setImmediate(resolve)) });
  const store: TaskStore = {
    ...slow,
    isDurable: true,
    create(task, entries, also) {
      note(entries);
      return slow.create(task, entries, also);
    },
    append(lease, after, entries, also) {
      note(entries);
      return slow.append(lease, after, entries, also);
    },
  };
  return { store, writes };
}

const inOneGo = agentOf(async function* () {
  yield "one ";
  yield "two";
});
const told = ["task WORKING", "artifact one ", "artifact two", "status COMPLETED"];

test("an agent that says everything in one go is stored with one write, and its reader is told each event", async () => {
  const { store, writes } = durable();
  const served = await openFetch(inOneGo, { store });
  const events = await allEvents(await send(served, "SendStreamingMessage", { message: say("hi") }));
  expect(events.map((event) => brief(streamed(event)))).toEqual(told);
  expect(writes).toEqual([[1, 2, 3, 4]]);
});

test("what it says before it waits is stored meanwhile, and what follows after that", async () => {
  const { store, writes } = durable();
  const over = gate();
  const agent = agentOf(async function* () {
    yield "one ";
    yield "two";
    await over.passed;
    yield { text: "three" };
  });
  const served = await openFetch(agent, { store });
  const { id } = await sendFor(served, say("hi"), { returnImmediately: true });
  await expect.poll(async () => (await getTask(served, id)).artifacts?.[0]?.parts, { interval: 1 }).toHaveLength(2);
  over.open();
  await expect.poll(async () => (await getTask(served, id)).status.state, { interval: 1 }).toBe("TASK_STATE_COMPLETED");
  // A sender that does not wait is answered with the task alone, once that is stored.
  expect(writes).toEqual([[1], [2, 3, 4], [5, 6]]);
});

test("an agent that fails in the same go is stored as failed, with what it said", async () => {
  const { store, writes } = durable();
  const agent = agentOf(async function* () {
    yield "one ";
    throw new Error("secret");
  });
  const { status, artifacts } = await sendFor(await openFetch(agent, { store }), say("hi"));
  expect([status.state, artifacts?.length, writes]).toEqual(["TASK_STATE_FAILED", 1, [[1, 2, 3]]]);
});

test("where the one write fails, nothing of it is told, and the task is stored as failed", async () => {
  const { store, writes } = durable(failing(createMemoryStore(), { create: [0] }));
  const events = await allEvents(await send(await openFetch(inOneGo, { store }), "SendStreamingMessage", { message: say("hi") }));
  expect(events.map((event) => brief(streamed(event)))).toEqual(["task WORKING", "status FAILED"]);
  expect(writes).toEqual([
    [1, 2, 3, 4],
    [1, 2],
  ]);
});

test("a sender who waits is told how it ended by the task's writer: nothing is loaded", async () => {
  const { store } = durable(failing(createMemoryStore(), { load: "always" }));
  const { status, artifacts } = await sendFor(await openFetch(inOneGo, { store }), say("hi"));
  expect([status.state, artifacts?.[0]?.parts.length]).toEqual(["TASK_STATE_COMPLETED", 2]);
});

test("an agent that counts the tasks of its context finds its own once it has yielded", async () => {
  const { store } = durable();
  const counts: number[] = [];
  const agent = agentOf(async function* ({ contextTaskCount }) {
    counts.push(await contextTaskCount());
    yield "one ";
    counts.push(await contextTaskCount());
  });
  const served = await openFetch(agent, { store });
  const { contextId = "" } = await sendFor(served, say("hi"));
  await sendFor(served, say("hi", { contextId }));
  expect(counts).toEqual([0, 1, 1, 2]);
});
