import { LocalError } from "@a2a/core";
import type { MaybePromise, PushConfigStore, TaskStore, Turn } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { brief, call, say, sendFor } from "./rpc.js";
import { agentOf, countingIds, gate, listeningLogger } from "./subjects.js";
import { watchTimers } from "./timers.js";
import { expectNothingUnhandled } from "./unhandled.js";
import type { Reaction, Receiver, Told } from "./webhooks.js";
import { openPushing, openReceiver, v03, v10 } from "./webhooks.js";

const taskId = "id-1";
const never = 1e9;
const all = ["task WORKING", "artifact one", "status COMPLETED"];

expectNothingUnhandled();

const once = agentOf(async function* ({ text }) {
  yield "one";
  if (text === "wait") yield { state: "TASK_STATE_INPUT_REQUIRED" };
});

function briefs(told: readonly Told[]): string[] {
  // safe: what the delivery tests have validated
  return told.map(({ body }) => brief(body as Parameters<typeof brief>[0]));
}

/** Reacts in turn, and in the end with 200. */
function inTurn(...reactions: Reaction[]): (told: Told, at: number) => Reaction {
  return (_, at) => reactions[at] ?? 200;
}

function webhook({ url }: Receiver): object {
  return { taskPushNotificationConfig: { url } };
}

describe("a call that fails", () => {
  for (const [name, reactions] of [
    ["with 500", [500, 500]],
    ["with 404", [404, 404]],
    ["because the connection breaks", ["drop", "drop"]],
    ["because no answer comes in time", ["hang", "hang"]],
    ["with a redirect", [{ location: "/elsewhere" }, { location: "/elsewhere" }]],
  ] as const) {
    test(`${name} is repeated before anything else is told`, async () => {
      const receiver = await openReceiver(inTurn(...reactions));
      const served = await openPushing(once, { push: { timeoutMs: name.includes("in time") ? 400 : 4000 }, stopTimeoutMs: 4000 });
      await sendFor(served, say("hi"), webhook(receiver));
      await served.close();
      expect(briefs(receiver.told)).toEqual([all[0], all[0], ...all]);
      expect(receiver.told.map(({ path }) => path)).toEqual(Array(5).fill("/hook"));
      expect(receiver.told[1]?.body).toEqual(receiver.told[0]?.body);
    });
  }

  test("is repeated as it was, although the task goes on", async () => {
    const over = gate();
    const receiver = await openReceiver((_, at) => (at === 0 ? over.passed.then(() => 500) : 200));
    const served = await openPushing(once, { makeId: countingIds() });
    await sendFor(served, say("wait"));
    await v03.set(served, taskId, { url: receiver.url });
    await sendFor(served, say("hi", { taskId }));
    over.open();
    await served.close();
    const [first, second] = receiver.told;
    expect(first?.body).toMatchObject({ status: { state: "working" } });
    expect(second?.body).toEqual(first?.body);
    expect(receiver.told.at(-1)?.body).toMatchObject({ status: { state: "completed" } });
  });

  test("is given up in the end; the logger hears of it, and the next is told", async () => {
    const { logger, told } = listeningLogger();
    const receiver = await openReceiver(inTurn(500, 500, 500));
    const served = await openPushing(once, { logger, push: { maxAttempts: 3 } });
    await sendFor(served, say("hi"), webhook(receiver));
    await served.close();
    expect(briefs(receiver.told)).toEqual([all[0], all[0], ...all]);
    expect(told.map(({ message }) => message)).toEqual(["a webhook did not take a call, which is given up"]);
    expect(told[0]?.facts).toMatchObject({ number: 1, error: { code: "BAD_RESPONSE" } });
  });

  test("is tried at least once, also where the longest wait is shorter than the first", async () => {
    const receiver = await openReceiver(inTurn(500));
    const served = await openPushing(once, { push: { firstRetryMs: 1000, maxRetryMs: 1 } });
    await sendFor(served, say("hi"), webhook(receiver));
    await served.close();
    expect(briefs(receiver.told)).toEqual([all[0], ...all]);
  });
});

test("a webhook that does not answer holds up neither the task, nor other webhooks of it, nor other tasks", async () => {
  const dead = await openReceiver(() => "hang");
  const alive = await openReceiver();
  const served = await openPushing(once, { makeId: countingIds(), push: { timeoutMs: never }, stopTimeoutMs: 20 });
  await sendFor(served, say("wait"), webhook(dead));
  await v10.set(served, taskId, { url: alive.url });
  expect((await sendFor(served, say("hi", { taskId }))).status.state).toBe("TASK_STATE_COMPLETED");
  expect(briefs(await alive.has(3))).toEqual(["status WORKING", "artifact one", "status COMPLETED"]);
  await sendFor(served, say("hi"), webhook(alive));
  expect(briefs(await alive.has(6)).slice(3)).toEqual(all);
  expect(dead.told).toHaveLength(1);
});

/** A memory store whose webhooks fail where they are listed, in the order of calls. */
function failingPush(
  when: Partial<Record<keyof PushConfigStore, (call: number) => boolean>>,
  error = new Error("secret: the disk is full"),
): TaskStore {
  const store = createMemoryStore();
  const calls = new Map<string, number>();
  async function act<T>(name: keyof PushConfigStore, then: () => MaybePromise<T>): Promise<T> {
    const at = calls.get(name) ?? 0;
    calls.set(name, at + 1);
    if (when[name]?.(at)) throw error;
    return then();
  }
  const { push } = store;
  return {
    ...store,
    push: {
      put: (...given) => act("put", () => push.put(...given)),
      get: (...given) => act("get", () => push.get(...given)),
      list: (...given) => act("list", () => push.list(...given)),
      delete: (...given) => act("delete", () => push.delete(...given)),
      advance: (...given) => act("advance", () => push.advance(...given)),
      ours: (...given) => act("ours", () => push.ours(...given)),
      adopt: (...given) => act("adopt", () => push.adopt(...given)),
      deadLetters: (...given) => act("deadLetters", () => push.deadLetters(...given)),
    },
  };
}

describe("a store that fails", () => {
  for (const name of ["ours", "advance"] as const) {
    test(`to ${name} now and then keeps nothing from a webhook`, async () => {
      const receiver = await openReceiver();
      const { logger, told } = listeningLogger();
      const served = await openPushing(once, { store: failingPush({ [name]: (at: number) => at % 3 === 0 }), logger });
      await sendFor(served, say("hi"), webhook(receiver));
      await vi.waitFor(() => expect(briefs(receiver.told).at(-1)).toBe("status COMPLETED"), { interval: 1 });
      await served.close();
      expect(briefs(receiver.told).filter((text, at, texts) => text !== texts[at - 1])).toEqual(all);
      expect(told.map(({ message }) => message)).toContain("a webhook waits because the store failed");
    });

    test(`to ${name} for longer than a call is tried again keeps nothing from a webhook either`, async () => {
      const receiver = await openReceiver();
      const store = failingPush({ [name]: (at: number) => at < 9 });
      const served = await openPushing(once, { store, push: { maxAttempts: 3, firstRetryMs: 1, maxRetryMs: 1 } });
      expect((await sendFor(served, say("hi"), webhook(receiver))).status.state).toBe("TASK_STATE_COMPLETED");
      await vi.waitFor(() => expect(briefs(receiver.told).at(-1)).toBe("status COMPLETED"), { interval: 1 });
      expect(briefs(receiver.told).filter((text, at, texts) => text !== texts[at - 1])).toEqual(all);
      await served.close();
    });
  }

  test("to say whether a webhook is still there gives no call up that the webhook takes when it is tried again", async () => {
    const receiver = await openReceiver(() => (receiver.told.length === 1 ? 503 : 200));
    // The second look at the first entry: the one behind the call that was refused.
    const store = failingPush({ ours: (at) => at === 2 });
    const served = await openPushing(once, { store, makeId: countingIds(), push: { firstRetryMs: 1 } });
    await sendFor(served, say("hi"), webhook(receiver));
    await vi.waitFor(() => expect(briefs(receiver.told).at(-1)).toBe("status COMPLETED"), { interval: 1 });
    expect(await store.push.deadLetters({ limit: 9 })).toEqual([]);
    expect(briefs(receiver.told).filter((text, at, texts) => text !== texts[at - 1])).toEqual(all);
    await served.close();
  });

  test("to read what was said ends the calls, where it is damaged", async () => {
    const { logger, told } = listeningLogger();
    const receiver = await openReceiver();
    const store = failingPush({ ours: () => true }, new LocalError("BAD_RECORD", "damaged"));
    const served = await openPushing(once, { store, logger });
    await sendFor(served, say("hi"), webhook(receiver));
    await vi.waitFor(() => expect(told.map(({ message }) => message)).toContain("a webhook is no longer called"), { interval: 1 });
    await served.close();
  });

  test("to keep the webhook of a new message refuses the message, and nobody works on it: it may be sent again", async () => {
    const receiver = await openReceiver();
    const runs: Turn[] = [];
    const agent = agentOf(async function* (turn) {
      runs.push(turn);
      yield "one";
      if (runs.length === 1) await new Promise((resolve) => turn.signal.addEventListener("abort", resolve));
    });
    const served = await openPushing(agent, { makeId: countingIds(), store: failingPush({ put: (at) => at === 0 }) });
    const message = say("hi");
    const refused = await call(served, "SendMessage", { message, configuration: webhook(receiver) });
    expect([refused.error?.code, refused.text.includes("secret")]).toEqual([-32603, false]);
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect((await sendFor(served, message, webhook(receiver))).status.state).toBe("TASK_STATE_COMPLETED");
    expect(briefs(await receiver.has(3))).toEqual(all);
    expect(runs).toHaveLength(2);
    expect(Object((await call(served, "ListTasks", {})).result).tasks).toMatchObject([
      { status: { state: "TASK_STATE_COMPLETED" } },
      { status: { state: "TASK_STATE_CANCELED" } },
    ]);
  });

  test("to change a webhook says so, hides why, and the old one is called on", async () => {
    const receiver = await openReceiver();
    const store = failingPush({ put: (at) => at > 0, delete: () => true });
    const served = await openPushing(once, { makeId: countingIds(), store });
    await sendFor(served, say("wait"));
    await v10.set(served, taskId, { url: receiver.url, id: "mine" });
    for (const { error, text } of [
      await v10.set(served, taskId, { url: "https://client.example/", id: "mine" }),
      await v10.delete(served, taskId, "mine"),
    ]) {
      expect([error?.code, text.includes("secret")]).toEqual([-32603, false]);
    }
    await sendFor(served, say("hi", { taskId }));
    expect(briefs(await receiver.has(3))).toEqual(["status WORKING", "artifact one", "status COMPLETED"]);
  });
});

describe("a server that closes", () => {
  test("tells what there is first, that the task was stopped included", async () => {
    const over = gate();
    const receiver = await openReceiver(() => over.passed.then(() => 200));
    const agent = agentOf(async function* ({ signal }) {
      yield "one";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const served = await openPushing(agent, { makeId: countingIds(), stopTimeoutMs: never });
    void call(served, "SendMessage", { message: say("hi"), configuration: webhook(receiver) });
    await receiver.has(1);
    const timers = watchTimers(never);
    const closed = served.close();
    over.open();
    await closed;
    expect(briefs(receiver.told)).toEqual(["task WORKING", "artifact one", "status FAILED"]);
    expect(timers.left()).toEqual([]);
  });

  for (const [name, reaction, push] of [
    ["does not answer", "hang", { timeoutMs: never }],
    ["is tried again much later", 500, { firstRetryMs: never, maxRetryMs: never }],
  ] as const) {
    test(`waits for a webhook that ${name} no longer than it may, and leaves no timer`, async () => {
      const timers = watchTimers(never);
      const { logger, told } = listeningLogger();
      const dead = await openReceiver(() => reaction);
      const store = createMemoryStore();
      const served = await openPushing(once, { makeId: countingIds(), logger, store, push, stopTimeoutMs: 20 });
      await sendFor(served, say("hi"), webhook(dead));
      await dead.has(1);
      await served.close();
      expect(timers.count()).toBeGreaterThan(0);
      await vi.waitFor(() => expect(timers.left()).toEqual([]), { interval: 1 });
      expect([dead.told.length, told]).toEqual([1, []]);
      // What was not told is not given up: who asks for it later, gets it.
      const [left] = await store.push.list({ tenant: "", owner: "", id: taskId });
      expect(left?.delivered).toBe(0);
    });
  }

  test("calls no webhook afterwards, also where there is something to tell", async () => {
    const dead = await openReceiver(() => 500);
    const alive = await openReceiver();
    const served = await openPushing(once, { makeId: countingIds(), push: { maxAttempts: 1e6 }, stopTimeoutMs: 20 });
    await sendFor(served, say("wait"), { taskPushNotificationConfig: { url: dead.url, id: "mine" } });
    await dead.has(1);
    await served.close();
    await v10.set(served, taskId, { url: alive.url, id: "mine" });
    // A round through the receiver is longer than any call would take to begin.
    for (let time = 0; time < 3; time += 1) await fetch(alive.url, { method: "POST", body: '"ours"' });
    expect(alive.told.map(({ body }) => body)).toEqual(Array(3).fill("ours"));
  });
});
