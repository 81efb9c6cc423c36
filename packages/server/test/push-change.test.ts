import type { PushConfigStore, TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { describe, expect, test, vi } from "vitest";
import { brief, call, say, sendFor } from "./rpc.js";
import { watched } from "./stores.js";
import { agentOf, countingIds, gate } from "./subjects.js";
import type { Told } from "./webhooks.js";
import { as, openPushing, openReceiver, v01, v03, v10 } from "./webhooks.js";

const taskId = "id-1";
const key = { tenant: "", owner: "", id: taskId };
const never = 1e9;

const once = agentOf(async function* ({ text }) {
  yield "one";
  if (text === "wait") yield { state: "TASK_STATE_INPUT_REQUIRED" };
});

function briefs(told: readonly Told[]): string[] {
  // safe: what the delivery tests have validated
  return told.map(({ body }) => brief(body as Parameters<typeof brief>[0]));
}

describe("a webhook that is changed while a call of it fails", () => {
  for (const [name, reaction, push] of [
    ["and waits", 500, { firstRetryMs: never, maxRetryMs: never }],
    ["and is open", "hang", { timeoutMs: never }],
    ["again and again", 500, { maxAttempts: 1e6 }],
  ] as const) {
    test(`${name}: deleted, it is called no more`, async () => {
      const dead = await openReceiver(() => reaction);
      const alive = await openReceiver();
      const served = await openPushing(once, { makeId: countingIds(), push });
      await sendFor(served, say("wait"), { taskPushNotificationConfig: { url: dead.url, id: "mine" } });
      await dead.has(1);
      await v10.delete(served, taskId, "mine");
      const count = dead.told.length;
      await sendFor(served, say("hi", { taskId }), { taskPushNotificationConfig: { url: alive.url } });
      await alive.has(3);
      await served.close();
      // One may have been on its way.
      expect(dead.told.length - count).toBeLessThanOrEqual(1);
    });

    test(`${name}: replaced, the new one is told what the old one was not`, async () => {
      const dead = await openReceiver(() => reaction);
      const alive = await openReceiver();
      const served = await openPushing(once, { makeId: countingIds(), push });
      await sendFor(served, say("wait"), { taskPushNotificationConfig: { url: dead.url, id: "mine" } });
      await dead.has(1);
      await v10.set(served, taskId, { url: alive.url, id: "mine" });
      const waiting = ["task WORKING", "artifact one", "status INPUT_REQUIRED"];
      expect(briefs(await alive.has(3))).toEqual(waiting);
      await sendFor(served, say("hi", { taskId }));
      await served.close();
      expect(briefs(alive.told)).toEqual([...waiting, "status WORKING", "artifact one", "status COMPLETED"]);
    });
  }

  test("deleted and registered anew, it is told what comes then", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(once, { makeId: countingIds() });
    await sendFor(served, say("wait"));
    for (let time = 0; time < 3; time += 1) {
      await v10.set(served, taskId, { url: receiver.url, id: "mine" });
      await v10.delete(served, taskId, "mine");
    }
    await v10.set(served, taskId, { url: receiver.url, id: "mine" });
    await sendFor(served, say("hi", { taskId }));
    await served.close();
    expect(briefs(receiver.told)).toEqual(["status WORKING", "artifact one", "status COMPLETED"]);
  });

  test("named anew as it is with every message, it is told everything once, also while it is called", async () => {
    const over = gate();
    const receiver = await openReceiver(() => over.passed.then(() => 200));
    const served = await openPushing(once, { makeId: countingIds() });
    const configuration = { taskPushNotificationConfig: { url: receiver.url, id: "mine" } };
    const turn = ["artifact one", "status INPUT_REQUIRED", "status WORKING"];
    await sendFor(served, say("wait"), configuration);
    for (let time = 0; time < 3; time += 1) await sendFor(served, say("wait", { taskId }), configuration);
    await receiver.has(1);
    await sendFor(served, say("hi", { taskId }), configuration);
    over.open();
    await served.close();
    expect(briefs(receiver.told)).toEqual(["task WORKING", ...turn, ...turn, ...turn, ...turn, "artifact one", "status COMPLETED"]);
  });
});

/** A memory store that does some things with webhooks otherwise. */
function storeWith(change: (push: PushConfigStore) => Partial<PushConfigStore>): TaskStore {
  const store = createMemoryStore();
  const { push } = store;
  return { ...store, push: { ...push, ...change(push) } };
}

describe("a webhook that is changed while the store takes its time", () => {
  test("is told of the message that it came with, and the one whose place it takes is not", async () => {
    const old = await openReceiver();
    const alive = await openReceiver();
    const served = await openPushing(once, { makeId: countingIds() });
    await sendFor(served, say("wait"), { taskPushNotificationConfig: { url: old.url, id: "mine" } });
    await old.has(3);
    await sendFor(served, say("wait", { taskId }), { taskPushNotificationConfig: { url: alive.url, id: "mine" } });
    // Whether the one before took its last call is known a moment later: the successor may be told of that once more.
    const told = ["status WORKING", "artifact one", "status INPUT_REQUIRED"];
    await vi.waitFor(() => expect(briefs(alive.told).slice(-3)).toEqual(told), { interval: 1 });
    expect(briefs(old.told)).toHaveLength(3);
  });

  test("is called, although another call that removed it was answered in between", async () => {
    const receiver = await openReceiver();
    const [putting, putMay, finding, findMay] = [gate(), gate(), gate(), gate()];
    const store = storeWith((push) => ({
      async put(...of) {
        putting.open();
        await putMay.passed;
        return push.put(...of);
      },
      async ours(...of) {
        const stored = await push.ours(...of);
        finding.open();
        await findMay.passed;
        return stored;
      },
    }));
    const served = await openPushing(once, { makeId: countingIds(), store });
    await sendFor(served, say("wait"));
    const set = v10.set(served, taskId, { url: receiver.url, id: "mine" });
    await putting.passed;
    await v10.delete(served, taskId, "mine");
    // It is looked for, and not found; only then it is there.
    await finding.passed;
    putMay.open();
    await set;
    findMay.open();
    await sendFor(served, say("hi", { taskId }));
    expect(briefs(await receiver.has(3))).toEqual(["status WORKING", "artifact one", "status COMPLETED"]);
  });

  test("is not told again what another process has told it", async () => {
    const over = gate();
    const receiver = await openReceiver(() => over.passed.then(() => 200));
    const store = createMemoryStore();
    const served = await openPushing(once, { makeId: countingIds(), store });
    await sendFor(served, say("hi"), { taskPushNotificationConfig: { url: receiver.url, id: "mine" } });
    await receiver.has(1);
    await store.push.advance(key, "mine", 2);
    over.open();
    await served.close();
    expect(briefs(receiver.told)).toEqual(["task WORKING", "status COMPLETED"]);
  });

  test("is not found where its task has gone meanwhile", async () => {
    const store = storeWith(() => ({ put: () => "gone" }));
    const served = await openPushing(once, { makeId: countingIds(), store });
    await sendFor(served, say("wait"));
    expect((await v10.set(served, taskId, { url: "https://client.example/" })).error?.code).toBe(-32001);
  });
});

test("a webhook that is registered once more in another version is told in that", async () => {
  const receiver = await openReceiver();
  const served = await openPushing(once, { makeId: countingIds() });
  await sendFor(served, say("wait"));
  const webhook = { url: receiver.url, id: taskId };
  await call(served, "CreateTaskPushNotificationConfig", { ...webhook, taskId });
  await v03.set(served, taskId, webhook);
  await sendFor(served, say("hi", { taskId }));
  await served.close();
  expect(receiver.told.map(({ body }) => Object(body).kind)).toEqual(receiver.told.map(() => "task"));
});

test("a task that is over is read no more for its webhooks", async () => {
  const receiver = await openReceiver();
  const { store, readers } = watched(createMemoryStore());
  const served = await openPushing(once, { store });
  await sendFor(served, say("hi"), { taskPushNotificationConfig: { url: receiver.url } });
  await receiver.has(3);
  await vi.waitFor(() => expect(readers()).toBe(0), { interval: 1 });
});

describe("webhooks of one id", () => {
  test("of several tasks are told of their own", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(once);
    const configuration = { taskPushNotificationConfig: { url: receiver.url, id: "mine" } };
    const ids = await Promise.all(["a", "b"].map(async () => (await sendFor(served, say("wait"), configuration)).id));
    await receiver.has(6);
    await Promise.all(ids.map((id) => sendFor(served, say("hi", { taskId: id }))));
    await served.close();
    for (const id of ids) {
      const own = receiver.told.filter(({ body }) => JSON.stringify(body).includes(id));
      expect(briefs(own).slice(3)).toEqual(["status WORKING", "artifact one", "status COMPLETED"]);
    }
  });

  test("of several callers' tasks of one id are told of their own", async () => {
    const receiver = await openReceiver();
    const served = await openPushing(once, { authenticate: (request) => ({ user: request.header("x-user") ?? "" }) });
    const users = ["ann", "ben"];
    const tell = (user: string, text: string) => {
      const message = { role: "user", parts: [{ type: "text", text }] };
      return call(served, "tasks/send", { id: "t", message }, as("0.1", { headers: { "x-user": user } }));
    };
    for (const user of users) {
      await tell(user, "wait");
      await v01.set(served, "t", { url: receiver.url.replace("hook", user) }, { headers: { "x-user": user } });
    }
    for (const user of users) await tell(user, "hi");
    await served.close();
    for (const user of users) {
      expect(receiver.told.findLast(({ path }) => path === `/${user}`)?.body).toMatchObject({ status: { state: "completed" } });
    }
  });
});
