import { afterEach, expect, test, vi } from "vitest";
import { createIdleLimit } from "./idle-limit.js";
import { pause } from "./retry.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

for (const idleTimeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) {
  test(`an idle limit of ${idleTimeoutMs} ms costs one timer, not one each millisecond`, () => {
    vi.useFakeTimers();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const idle = createIdleLimit(idleTimeoutMs, "http://peer.test/");
    vi.advanceTimersByTime(60_000);
    expect(timers).toHaveBeenCalledTimes(1);
    expect(idle.signal.aborted).toBe(false);
    idle.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
}

test("a pause that is longer than a timer can take does not end at once", async () => {
  vi.useFakeTimers();
  const given = new AbortController();
  let isOver = false;
  const paused = pause(2 ** 31, given.signal).finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isOver).toBe(false);
  given.abort(new Error("enough"));
  await expect(paused).rejects.toThrow("enough");
});
