import { LocalError } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { createCallLimit, within } from "./call-limit.js";

const url = "http://peer.test/";
const aborted = (limit: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => limit.addEventListener("abort", () => resolve(limit.reason), { once: true }));

describe("a limit", () => {
  test("without options never ends a call", () => {
    expect(createCallLimit({ url }).signal.aborted).toBe(false);
  });

  test("ends it with the reason of the caller's signal, before or after", () => {
    const reason = new Error("mine");
    expect(createCallLimit({ url, signal: AbortSignal.abort(reason) }).signal.reason).toBe(reason);
    const controller = new AbortController();
    const { signal: limit } = createCallLimit({ url, signal: controller.signal, timeoutMs: 1000 });
    controller.abort(reason);
    expect(limit.reason).toBe(reason);
  });

  test("ends it with LocalError TIMEOUT when the time is over", async () => {
    const { signal: limit } = createCallLimit({ url, signal: new AbortController().signal, timeoutMs: 5 });
    expect(await aborted(limit)).toEqual(new LocalError("TIMEOUT", "http://peer.test/ did not answer within 5 ms"));
  });

  test("tells its own time from that of a caller's signal", async () => {
    const { signal: limit } = createCallLimit({ url, signal: AbortSignal.timeout(5), timeoutMs: 10_000 });
    expect(await aborted(limit)).toMatchObject({ name: "TimeoutError" });
  });

  for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
    test(`of ${timeoutMs} ms is a TypeError`, () => {
      expect(() => createCallLimit({ url, timeoutMs })).toThrow(TypeError);
    });
  }
});

describe("work within a limit", () => {
  const forever = new Promise<never>(() => undefined);

  test("settles as it does", async () => {
    const { signal } = new AbortController();
    expect(await within(signal, Promise.resolve(1))).toBe(1);
    await expect(within(signal, Promise.reject(new Error("own")))).rejects.toThrow("own");
  });

  test("ends with the limit's reason, though it takes no notice", async () => {
    const reason = new Error("enough");
    await expect(within(AbortSignal.abort(reason), forever)).rejects.toBe(reason);
    const controller = new AbortController();
    const work = within(controller.signal, forever);
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
  });

  test("that fails after the limit is not an unhandled rejection", async () => {
    let fail: (error: unknown) => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      fail = reject;
    });
    await expect(within(AbortSignal.abort(new Error("enough")), late)).rejects.toThrow("enough");
    fail(new Error("late"));
    // What is rejected and not caught would fail the test run.
    await Promise.resolve();
  });

  test("leaves no listener behind", async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    signal.addEventListener = (_: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_: string, listener: unknown) => void listeners.delete(listener);
    const work = within(signal, Promise.resolve(1));
    expect(listeners.size).toBe(1);
    await work;
    expect(listeners.size).toBe(0);
  });
});
