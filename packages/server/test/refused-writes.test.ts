// What an agent has said in one go is written while it goes on: where that write is refused, nobody goes on as if it had not been said.

import type { TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { expect, test, vi } from "vitest";
import { call, countTasks, getTask, say, sendFor } from "./rpc.js";
import type { Operation } from "./stores.js";
import { around } from "./stores.js";
import { agentOf, countingIds, gate, listeningLogger, openFetch } from "./subjects.js";
import { watchTimers } from "./timers.js";
import { expectNothingUnhandled } from "./unhandled.js";

const taskId = "id-1";
const key = { tenant: "", owner: "", id: taskId };
const now = { returnImmediately: true };

expectNothingUnhandled();

async function turnsOfLoop(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A durable store with something before its operations; what rejects there refuses them. */
function durable(before: (operation: Operation) => Promise<unknown> | undefined, inner = createMemoryStore()): TaskStore {
  return { ...around(inner, { before }), isDurable: true };
}

test("a task whose sender was told that it could not be written is not written afterwards", async () => {
  const failing = gate();
  const creates: string[] = [];
  const store = durable(async (operation) => {
    if (operation !== "create") return;
    creates.push(creates.length < 2 ? "refused" : "stored");
    if (creates.length === 2) failing.open();
    await turnsOfLoop(5);
    if (creates.length <= 2) throw new Error("the disk is full");
  });
  const agent = agentOf(async function* () {
    yield "one ";
    // It says more while the failure of the task is being written.
    await failing.passed;
    yield "two ";
  });
  const served = await openFetch(agent, { store });
  expect((await call(served, "SendMessage", { message: say("hi") })).error?.code).toBe(-32603);
  await turnsOfLoop(20);
  expect([creates, await countTasks(served)]).toEqual([["refused", "refused"], 0]);
});

test("a turn that ends while what it has said is refused does not complete, whoever's message comes between", async () => {
  const [second, refused] = [gate(), gate()];
  let appends = 0;
  const store = durable(async (operation) => {
    if (operation !== "append" || ++appends > 1) return;
    refused.open();
    await second.passed;
    throw new Error("the disk is full");
  });
  const begun = gate();
  const agent = agentOf(async function* () {
    yield "one ";
    await begun.passed;
    yield "two ";
    await refused.passed;
    await turnsOfLoop(3);
  });
  const served = await openFetch(agent, { store, makeId: countingIds() });
  const first = sendFor(served, say("hi"));
  await vi.waitFor(async () => expect((await getTask(served, taskId)).artifacts).toHaveLength(1), { interval: 1 });
  begun.open();
  await refused.passed;
  const more = call(served, "SendMessage", { message: say("more", { taskId }) });
  await turnsOfLoop(10);
  second.open();
  const { status, artifacts } = await first;
  expect([status.state, artifacts?.[0]?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "one " }]]);
  expect((await more).error?.code).toBe(-32603);
});

test("a store that is no longer written to for good fails the task with words of its own, and the logger is told of the store", async () => {
  const { logger, told } = listeningLogger();
  let appends = 0;
  const store = durable(async (operation) => {
    if (operation === "append" && ++appends === 1) throw new Error("the disk is full");
  });
  const agent = agentOf(async function* () {
    yield "one ";
    await turnsOfLoop(3);
    yield "two ";
  });
  const { status } = await sendFor(await openFetch(agent, { store, logger }), say("hi"));
  expect(status.message?.parts).toEqual([{ text: "What the agent said could not be stored." }]);
  expect(told.map(({ message }) => message)).toEqual(["what the agent said could not be written"]);
});

for (const [what, refuse] of [
  ["throws", () => Promise.reject(new Error("the disk is full"))],
  ["answers that another writer has the task", undefined],
] as const) {
  test(`a server closes also where the last write ${what}`, async () => {
    const inner = createMemoryStore();
    let isClosing = false;
    const store: TaskStore = {
      ...durable((operation) => (operation === "append" && isClosing && refuse ? refuse() : turnsOfLoop(1)), inner),
      ...(!refuse && { append: async (...given) => (isClosing ? "fenced" : inner.append(...given)) }),
    };
    const agent = agentOf(async function* ({ signal }) {
      yield "one ";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield "two ";
    });
    const served = await openFetch(agent, { store, makeId: countingIds() });
    await sendFor(served, say("hi"), now);
    await vi.waitFor(async () => expect((await getTask(served, taskId)).artifacts).toHaveLength(1), { interval: 1 });
    isClosing = true;
    await served.close();
    expect((await inner.load(key))?.task.status.state).toBe("TASK_STATE_WORKING");
  });
}

for (const [what, answer] of [
  ["throws", () => Promise.reject(new Error("the disk is full"))],
  ["throws at once", "throw"],
  ["answers at once that another writer has the task", "fenced"],
] as const) {
  test(`a write that nobody waits for, and that ${what}, fails the task`, async () => {
    const inner = createMemoryStore();
    let isBad = false;
    const store: TaskStore = {
      ...inner,
      isDurable: true,
      append(...given) {
        if (!isBad) return inner.append(...given);
        isBad = false;
        if (answer === "throw") throw new Error("the disk is full");
        return answer === "fenced" ? answer : answer();
      },
    };
    const agent = agentOf(async function* () {
      yield "one ";
      await turnsOfLoop(3);
      isBad = true;
      yield "two ";
      await turnsOfLoop(3);
      yield "three ";
    });
    const { status, artifacts } = await sendFor(await openFetch(agent, { store }), say("hi"));
    expect([status.state, artifacts?.[0]?.parts]).toEqual(["TASK_STATE_FAILED", [{ text: "one " }]]);
  });
}

test("a message that is sent again after its task was lost here is answered with what has become of the task", async () => {
  const inner = createMemoryStore();
  let isFull = false;
  const store = durable(async (operation) => {
    if (operation === "append" && isFull) throw new Error("the disk is full");
  }, inner);
  const agent = agentOf(async function* () {
    yield "one ";
    await turnsOfLoop(3);
    isFull = true;
    yield "two ";
    await new Promise(() => undefined);
  });
  const served = await openFetch(agent, { store, makeId: countingIds() });
  const message = say("hi");
  expect((await call(served, "SendMessage", { message })).error?.code).toBe(-32603);
  isFull = false;
  // Its next writer cancels it.
  expect((await call(served, "CancelTask", { id: taskId })).error).toBeUndefined();
  expect((await call(served, "SendMessage", { message })).result).toMatchObject({ task: { status: { state: "TASK_STATE_CANCELED" } } });
});

test("a cancel that the agent allows when the server has closed is no success", async () => {
  const [asked, allowed] = [gate(), gate()];
  const cancel = async (): Promise<boolean> => {
    asked.open();
    await allowed.passed;
    return true;
  };
  const inner = createMemoryStore();
  const agent = agentOf(
    async function* ({ signal }) {
      yield "one ";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    { cancel },
  );
  const served = await openFetch(agent, { store: durable(() => undefined, inner), makeId: countingIds() });
  await sendFor(served, say("hi"), now);
  const canceling = call(served, "CancelTask", { id: taskId });
  await asked.passed;
  await served.close();
  allowed.open();
  expect((await canceling).error?.data).toMatchObject([{ reason: "RESOURCE_UNAVAILABLE" }]);
  expect((await inner.load(key))?.task.status.state).toBe("TASK_STATE_WORKING");
});

test("a server that has closed leaves no timer of a deadline behind, whatever its agent does", async () => {
  const never = 1e9;
  const timers = watchTimers(never);
  const agent = agentOf(async function* () {
    yield "one ";
    await new Promise(() => undefined);
  });
  const served = await openFetch(agent, { deadlineMs: never, stopTimeoutMs: 5 });
  await sendFor(served, say("hi"), now);
  await served.close();
  expect([timers.count(), timers.left()]).toEqual([1, []]);
});

for (const [what, onReturn] of [
  [
    "throws",
    () => {
      throw new Error("secret");
    },
  ],
  ["answers without a promise", () => ({ done: true, value: undefined })],
] as const) {
  test(`an agent whose iterator ${what} when it is let go of has done its work`, async () => {
    const next = async (): Promise<object> => ({ done: false, value: { state: "TASK_STATE_COMPLETED" } });
    // safe: what an agent in plain JavaScript may give
    const run = (() => ({ [Symbol.asyncIterator]: () => ({ next, return: onReturn }) })) as never;
    const served = await openFetch(agentOf(run));
    expect((await sendFor(served, say("hi"))).status.state).toBe("TASK_STATE_COMPLETED");
    await served.close();
    await turnsOfLoop(3);
  });
}
