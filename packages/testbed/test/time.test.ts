import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestbed } from "../src/index.js";
import type { Say } from "./open-testbed.js";
import { openTestbed, outcome, readUntil, rest, sendable, sendForTask, withId } from "./open-testbed.js";

// How long the server gives a turn that it has stopped.
const stopTimeoutMs = 5000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  // First, because spies put back what they found, which were the fake timers.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

for (const [say, ms, ending] of [
  ["sleep 700", 700, ['artifact sleep: "slept 700 ms" last', "COMPLETED"]],
  ["hold", 20_000, ["COMPLETED"]],
  ["hold 700", 700, ["COMPLETED"]],
  ["stuck 700", 700, ["COMPLETED"]],
  ["stubborn 700", 700, ["COMPLETED"]],
  [withId("tck-long-running"), 5000, ['artifact output: "Long-running work is done." last', "COMPLETED"]],
  [withId("test-resubscribe-message-id"), 10_000, ["COMPLETED"]],
] as const) {
  test(`${nameOf(say)} works ${ms} milliseconds and no less`, async () => {
    const client = await openTestbed().connect();
    const events = client.stream(sendable(say));
    const { statusUpdate } = await readUntil(events, "WORKING");
    await agentWaits();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(outcome(await client.getTask(statusUpdate?.taskId ?? ""))).toEqual(["WORKING"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await rest(events)).toEqual(ending);
  });
}

test("stream waits between its chunks", async () => {
  const client = await openTestbed().connect();
  const events = client.stream("stream 2 300");
  const { artifactUpdate } = await readUntil(events, 'artifact out: "token 0 "');
  await agentWaits();
  await vi.advanceTimersByTimeAsync(299);
  expect(outcome(await client.getTask(artifactUpdate?.taskId ?? ""))).toEqual(["WORKING", 'out: "token 0 "']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rest(events)).toEqual(['artifact out: "token 1 " append last', "COMPLETED"]);
});

test("authauto goes on by itself", async () => {
  const client = await openTestbed().connect();
  const needed = "AUTH_REQUIRED: Authenticate out of band; this task goes on by itself after 300 ms.";
  const task = await sendForTask(client, "authauto 300");
  expect(outcome(task)).toEqual([needed]);
  const events = client.subscribe(task.id);
  await readUntil(events, `task ${needed}`);
  await vi.advanceTimersByTimeAsync(300);
  expect(await rest(events)).toEqual(["WORKING", "COMPLETED"]);
});

// A wait that nothing else in this process has: what another test has left behind may set a timer at any time.
const agentWaitMs = 54_321;

for (const say of [
  ...["sleep", "hold", "stream 9", "authauto"].map((command) => `${command} ${agentWaitMs}`),
  ...["tck-cancel", "tck-long-running", withId("tck-cancel")],
]) {
  test(`${nameOf(say)} stops at once when it is canceled, and leaves no timer`, async () => {
    const timers = watchTimers();
    const client = await openTestbed().connect();
    const events = client.stream(sendable(say));
    const { statusUpdate } = await readUntil(events, "WORKING");
    const canceled = await client.cancelTask(statusUpdate?.taskId ?? "");
    expect(canceled.status.state).toBe("TASK_STATE_CANCELED");
    expect((await rest(events)).at(-1)).toBe("CANCELED");
    for (const ms of [agentWaitMs, stopTimeoutMs]) expect(timers.running(ms)).toBe(0);
  });
}

test("stuck refuses to be canceled and completes", async () => {
  const client = await openTestbed().connect();
  const events = client.stream("stuck 700");
  const { statusUpdate } = await readUntil(events, "WORKING");
  await expect(client.cancelTask(statusUpdate?.taskId ?? "")).rejects.toMatchObject({ code: "TaskNotCancelableError" });
  await vi.advanceTimersByTimeAsync(700);
  expect(await rest(events)).toEqual(["COMPLETED"]);
});

test("stubborn does not hear of a cancel: the server closes its task after five seconds", async () => {
  const client = await openTestbed().connect();
  const events = client.stream("stubborn 60000");
  const { statusUpdate } = await readUntil(events, "WORKING");
  const id = statusUpdate?.taskId ?? "";
  const canceling = client.cancelTask(id);
  await vi.advanceTimersByTimeAsync(4999);
  expect(outcome(await client.getTask(id))).toEqual(["WORKING"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome(await canceling)).toEqual(["CANCELED"]);
});

test("at a speed of 100 everything takes a hundredth of the time that it says", async () => {
  const client = await openTestbed({ speed: 100 }).connect();
  const events = client.stream("hold 70000");
  const { statusUpdate } = await readUntil(events, "WORKING");
  await agentWaits();
  await vi.advanceTimersByTimeAsync(699);
  expect(outcome(await client.getTask(statusUpdate?.taskId ?? ""))).toEqual(["WORKING"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rest(events)).toEqual(["COMPLETED"]);
});

for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`there is no speed ${speed}`, () => {
    expect(() => createTestbed({ speed })).toThrow(TypeError);
  });
}

/** Counts the timers of a wait that have been set since and not been cleared. */
function watchTimers(): { running(ms: number): number } {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  return {
    running(ms) {
      const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
      const made = set.mock.results.filter((_, at) => set.mock.calls[at]?.[1] === ms);
      return made.filter(({ value }) => !cleared.has(value)).length;
    },
  };
}

/** The agent's timer stands beside that of the stream's client: on a busy machine the agent gives way to others before it begins to wait. */
async function agentWaits(): Promise<void> {
  while (vi.getTimerCount() < 2) await new Promise((resolve) => setImmediate(resolve));
}

function nameOf(say: Say): string {
  return typeof say === "function" ? `a message named ${say().messageId.replace(/-[0-9a-f]{8}-.*/, "")}` : String(say);
}
