import type { StreamResponse, TaskState } from "@a2a/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilSettled } from "./until-settled.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function status(state: TaskState): StreamResponse {
  return { statusUpdate: { taskId: "t", contextId: "c", status: { state } } };
}

/** A stream that says its events and then stays open until it is left. */
function open(...events: readonly StreamResponse[]): { readonly stream: AsyncGenerator<StreamResponse, boolean>; leave(): void } {
  const left = new AbortController();
  async function* say(): AsyncGenerator<StreamResponse, boolean> {
    yield* events;
    await new Promise((_, reject) => left.signal.addEventListener("abort", () => reject(left.signal.reason)));
    return false;
  }
  return { stream: say(), leave: () => left.abort() };
}

async function states(events: AsyncIterable<StreamResponse>): Promise<(TaskState | undefined)[]> {
  const seen: (TaskState | undefined)[] = [];
  for await (const { statusUpdate } of events) seen.push(statusUpdate?.status.state);
  return seen;
}

for (const [last, isOfMessage] of [
  ["TASK_STATE_COMPLETED", true],
  ["TASK_STATE_REJECTED", false],
  ["TASK_STATE_INPUT_REQUIRED", true],
] as const) {
  test(`a ${isOfMessage ? "message's" : "subscriber's"} stream that stays open after ${last} is left after a second`, async () => {
    const { stream, leave } = open(status("TASK_STATE_WORKING"), status(last));
    const seen = states(untilSettled(stream, { isOfMessage, leave }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await seen).toEqual(["TASK_STATE_WORKING", last]);
    expect(vi.getTimerCount()).toBe(0);
  });
}

for (const [last, isOfMessage] of [
  ["TASK_STATE_INPUT_REQUIRED", false],
  ["TASK_STATE_AUTH_REQUIRED", true],
  ["TASK_STATE_WORKING", true],
] as const) {
  test(`a ${isOfMessage ? "message's" : "subscriber's"} stream that stays open after ${last} is waited for`, async () => {
    const { stream, leave } = open(status(last));
    const events = untilSettled(stream, { isOfMessage, leave });
    await events.next();
    let isOver = false;
    const next = events.next().finally(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver).toBe(false);
    leave();
    await expect(next).rejects.toMatchObject({ name: "AbortError" });
  });
}

test("a message's stream that begins with the task as it waited is waited for", async () => {
  const waiting: StreamResponse = { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_INPUT_REQUIRED" } } };
  const { stream, leave } = open(waiting);
  const events = untilSettled(stream, { isOfMessage: true, leave });
  await events.next();
  const next = events.next();
  next.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
  leave();
  await expect(next).rejects.toMatchObject({ name: "AbortError" });
});

test("what comes after the last word is passed on, and no timer stays", async () => {
  async function* say(): AsyncGenerator<StreamResponse, boolean> {
    yield status("TASK_STATE_COMPLETED");
    yield status("TASK_STATE_COMPLETED");
    return false;
  }
  const leave = vi.fn();
  expect(await states(untilSettled(say(), { isOfMessage: true, leave }))).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
  expect(leave).not.toHaveBeenCalled();
});
