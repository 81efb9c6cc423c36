import { LocalError } from "@a2a/core";
import { longestTimerMs } from "./longest-timer.js";

/** What ends a call before its answer. */
export interface CallLimitOptions {
  readonly signal?: AbortSignal | undefined;
  /** No limit where absent. */
  readonly timeoutMs?: number | undefined;
  /** Who is called, for the error. */
  readonly url: string;
}

/**
 * Makes the signal that ends a call. Its reason is what the caller is thrown: the reason of the caller's own signal, or LocalError `TIMEOUT`.
 *
 * @throws TypeError for a time that no timer can take
 */
export function createCallLimit({ signal, timeoutMs, url }: CallLimitOptions): AbortSignal {
  const signals = signal ? [signal] : [];
  if (timeoutMs !== undefined) signals.push(createTimeLimit(timeoutMs, url));
  return AbortSignal.any(signals);
}

/** Settles as the work does, but rejects as soon as the call is over, also where the work takes no notice of its signal. */
export async function within<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  let giveUp: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    giveUp = () => reject(limit.reason);
  });
  limit.addEventListener("abort", giveUp, { once: true });
  if (limit.aborted) giveUp();
  try {
    return await Promise.race([work, over]);
  } finally {
    limit.removeEventListener("abort", giveUp);
  }
}

function createTimeLimit(timeoutMs: number, url: string): AbortSignal {
  if (!(timeoutMs > 0 && timeoutMs <= longestTimerMs)) {
    throw new TypeError(`timeoutMs must be a number above 0 and up to ${longestTimerMs}: ${timeoutMs}`);
  }
  const over = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  timeout.addEventListener("abort", () => over.abort(new LocalError("TIMEOUT", `${url} did not answer within ${timeoutMs} ms`)), {
    once: true,
  });
  return over.signal;
}
