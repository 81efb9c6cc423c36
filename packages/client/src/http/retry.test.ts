import { A2AError, LocalError } from "@a2a/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RetryPolicy } from "./retry.js";
import { isCut, pause, retrying } from "./retry.js";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const policy: RetryPolicy = { attempts: 5, firstDelayMs: 100, maxDelayMs: 300, resend: true };
const never = new AbortController().signal;
const cut = new LocalError("NETWORK", "cut");

/** When each attempt was made, in milliseconds since the first. */
async function momentsOf(error: Error, more: Partial<RetryPolicy> = {}): Promise<number[]> {
  const begin = Date.now();
  const moments: number[] = [];
  const done = retrying(
    { ...policy, ...more },
    never,
    () => true,
    async () => {
      moments.push(Date.now() - begin);
      throw error;
    },
  ).catch((thrown) => expect(thrown).toBe(error));
  await vi.runAllTimersAsync();
  await done;
  return moments;
}

describe("what fails is tried again", () => {
  test("after pauses that double, up to the longest", async () => {
    expect(await momentsOf(cut)).toEqual([0, 100, 300, 600, 900]);
  });

  test("after half of the pause at least, so that not all come back at once", async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    expect(await momentsOf(cut, { attempts: 2 })).toEqual([0, 50]);
  });

  test("when the agent says, where that is not too late", async () => {
    const busy = (seconds: string): A2AError => new A2AError("RateLimitedError", "busy", { metadata: { retryAfterSeconds: seconds } });
    expect(await momentsOf(busy("0"), { attempts: 2 })).toEqual([0, 0]);
    expect(await momentsOf(busy("2"), { attempts: 2, maxDelayMs: 2000 })).toEqual([0, 2000]);
    expect(await momentsOf(busy("3"), { attempts: 2, maxDelayMs: 2000 })).toEqual([0]);
  });

  test("not at all where it is no use", async () => {
    let tried = 0;
    const work = async (): Promise<never> => {
      tried += 1;
      throw new TypeError("mine");
    };
    await expect(retrying(policy, never, isCut, work)).rejects.toThrow("mine");
    expect(tried).toBe(1);
  });
});

test("a pause ends with its signal, and leaves neither timer nor listener behind", async () => {
  const over = new AbortController();
  const remove = vi.spyOn(over.signal, "removeEventListener");
  const waiting = pause(60_000, over.signal);
  over.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(pause(1, over.signal)).rejects.toThrow("enough");
  expect([vi.getTimerCount(), remove.mock.calls.length]).toEqual([0, 1]);
});
