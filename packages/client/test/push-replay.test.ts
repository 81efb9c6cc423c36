import type { Push, ReplayStore } from "@a2a/client/push-receiver";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openReceiver, statusOf, withToken } from "./receivers.js";

const working = statusOf("WORKING");
const chunk = { artifactUpdate: { taskId: "t", contextId: "c", artifact: { artifactId: "a", parts: [{ text: "ha" }] }, append: true } };

afterEach(() => void vi.useRealTimers());

/** Stops the clock and moves it by hand; timers go on. */
function stopClock(): (byMs: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  return (byMs) => void vi.setSystemTime(Date.now() + byMs);
}

describe("a notification that comes again", () => {
  test("is taken, and not handed on a second time", async () => {
    const { post, pushes } = await openReceiver();
    for (let time = 0; time < 3; time++) expect(await post(working)).toMatchObject({ status: 200, text: "" });
    expect(pushes).toHaveLength(1);
  });

  test("is not handed on although others came between", async () => {
    const { post, pushes } = await openReceiver();
    for (const state of ["WORKING", "COMPLETED", "WORKING"]) await post(statusOf(state));
    expect(pushes.map(({ status }) => status?.state)).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
  });

  test("is handed on where it was not taken the first time", async () => {
    let failures = 2;
    const onPush = (): void => {
      failures -= 1;
      if (failures >= 0) throw new Error("not now");
    };
    const { post, pushes } = await openReceiver({ onPush });
    const answers = [await post(working), await post(working), await post(working), await post(working)];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
    expect(pushes).toHaveLength(1);
  });

  test("after the window is handed on", async () => {
    const pass = stopClock();
    const { post, pushes } = await openReceiver({ replay: { windowMs: 1000 } });
    await post(working);
    pass(999);
    await post(working);
    expect(pushes).toHaveLength(1);
    pass(1);
    await post(working);
    expect(pushes).toHaveLength(2);
  });

  test("is handed on where nothing is remembered", async () => {
    const { post, pushes } = await openReceiver({ replay: { windowMs: 0 } });
    await post(working);
    await post(working);
    expect(pushes).toHaveLength(2);
  });

  for (const [name, body] of [
    ["a chunk of an artifact", chunk],
    ["a status without a time", statusOf("WORKING", "t", "")],
  ] as const) {
    test(`cannot be told from ${name} that is meant twice, which is handed on twice`, async () => {
      const { post, pushes } = await openReceiver();
      await post(body);
      await post(body);
      expect(pushes).toHaveLength(2);
    });
  }
});

describe("an id that the sender gives a notification", () => {
  const ids = (id: string): Record<string, string> => ({ ...withToken, "webhook-id": id });

  test("tells chunks that are alike from one that comes again", async () => {
    const { post, pushes } = await openReceiver();
    for (const id of ["1", "2", "2", "1", "3"]) await post(chunk, ids(id));
    expect(pushes).toHaveLength(3);
  });

  test("is the task's own", async () => {
    const { post, pushes } = await openReceiver();
    for (const taskId of ["one", "two", "one"]) await post(statusOf("WORKING", taskId), ids("1"));
    expect(pushes.map(({ taskId }) => taskId)).toEqual(["one", "two"]);
  });

  for (const header of ["idempotency-key", "ce-id"]) {
    test(`may be in ${header}`, async () => {
      const { post, pushes } = await openReceiver();
      for (const id of ["1", "2", "1"]) await post(chunk, { ...withToken, [header]: id });
      expect(pushes).toHaveLength(2);
    });
  }

  test("may be in a header of the sender's own", async () => {
    const { post, pushes } = await openReceiver({ replay: { idHeaders: ["x-event"] } });
    for (const id of ["1", "2", "1"]) await post(chunk, { ...withToken, "x-event": id, "webhook-id": "same" });
    expect(pushes).toHaveLength(2);
  });
});

describe("what was handed on", () => {
  test("may be remembered by a store that several processes share", async () => {
    const shared = new Map<string, number>();
    const store: ReplayStore = {
      has: async (key) => shared.has(key),
      add: async (key, untilMs) => void shared.set(key, untilMs),
    };
    const [one, other] = [await openReceiver({ replay: { store } }), await openReceiver({ replay: { store } })];
    const before = Date.now();
    await one.post(working);
    expect(await other.post(working)).toMatchObject({ status: 200 });
    expect([one.pushes.length, other.pushes.length]).toEqual([1, 0]);
    const [[key, untilMs] = ["", 0]] = shared;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(untilMs).toBeGreaterThanOrEqual(before + 600_000);
  });

  test("is asked for again where the store cannot be read", async () => {
    const store: ReplayStore = { has: () => Promise.reject(new Error("secret")), add: () => undefined };
    const { post, pushes, reports } = await openReceiver({ replay: { store } });
    const answer = await post(working);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain("secret");
    expect(pushes).toEqual([]);
    expect(reports).toMatchObject([{ message: "a notification could not be taken" }]);
  });

  test("is taken where the store cannot be written", async () => {
    const store: ReplayStore = { has: () => false, add: () => Promise.reject(new Error("full")) };
    const taken: Push[] = [];
    const { post, reports } = await openReceiver({ replay: { store }, onPush: (push) => void taken.push(push) });
    expect(await post(working)).toMatchObject({ status: 200 });
    expect(taken).toHaveLength(1);
    expect(reports).toMatchObject([{ message: "a notification was taken, and cannot be remembered" }]);
  });
});
