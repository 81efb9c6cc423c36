import { LocalError } from "@a2a/core/internal";
import { longestTimerMs } from "./longest-timer.js";

/** Limit of calls that an agent can answer at once. */
export const defaultTimeoutMs = 30_000;

/** What ends a call before its answer. */
export interface CallLimitOptions {
  readonly signal?: AbortSignal | undefined;
  /** No limit where absent. */
  readonly timeoutMs?: number | undefined;
  /** Who is called, for the error. */
  readonly url: string;
  /** What there is time for, for the error; default `answer`. */
  readonly toDo?: string;
}

/** What ends a call, until that is over. */
export interface CallLimit {
  readonly signal: AbortSignal;
  /** The call is over: what would end it is not waited for. */
  stop(): void;
}

/**
 * Makes the signal that ends a call. Its reason is what the caller is thrown: the reason of the caller's own signal, or LocalError `TIMEOUT`. Stop it
 * when the call is over: until then its time is kept in memory.
 *
 * @throws TypeError for a time that no timer can take
 */
export function createCallLimit({ signal, timeoutMs, url, toDo = "answer" }: CallLimitOptions): CallLimit {
  const time = timeoutMs === undefined ? undefined : createTimeLimit(timeoutMs, `${url} did not ${toDo}`);
  const signals = [signal, time?.signal].filter((each) => each !== undefined);
  return { signal: AbortSignal.any(signals), stop: () => time?.stop() };
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

function createTimeLimit(timeoutMs: number, failure: string): CallLimit {
  if (!(timeoutMs > 0 && timeoutMs <= longestTimerMs)) {
    throw new TypeError(`timeoutMs must be a number above 0 and up to ${longestTimerMs}: ${timeoutMs}`);
  }
  const over = new AbortController();
  const end = (): void => over.abort(new LocalError("TIMEOUT", `${failure} within ${timeoutMs} ms`));
  const timeout = AbortSignal.timeout(timeoutMs);
  timeout.addEventListener("abort", end, { once: true });
  // Platforms keep a timeout that is listened to, and all that its listener knows, until its time is over.
  return { signal: over.signal, stop: () => timeout.removeEventListener("abort", end) };
}
