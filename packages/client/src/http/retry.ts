import { isA2AError, LocalError } from "@a2a/core/internal";
import { within } from "./call-limit.js";
import { longestTimerMs } from "./longest-timer.js";

/** How often and how patiently a request is made again. */
export interface RetryPolicy {
  /** Requests at most, the first included; 1 for never again. Default 4. Who follows a task goes back to it as often, each time with as many requests. */
  readonly attempts: number;
  /** Pause after the first failure; doubled after each further one, and shortened at random by up to a half. Default 250. */
  readonly firstDelayMs: number;
  /** Longest pause. Who asks for a longer one, with Retry-After, is not asked again. Default 30 000. */
  readonly maxDelayMs: number;
  /**
   * Whether a message is sent again, with the same `messageId`, where nobody can know whether the agent has it: the connection broke before the
   * answer. Agents may recognise it by its id (A2A 1.0, section 4.1.4); false for those that would act on it twice. Default true.
   */
  readonly resend: boolean;
}

/**
 * Works until it succeeds, as often as the policy says. Our own few lines: libraries for this know neither Retry-After nor the reason of a signal,
 * and are longer.
 *
 * @param isWorthIt whether an error may be gone the next time
 * @throws the last error; the limit's reason
 */
export async function retrying<T>(
  policy: RetryPolicy,
  limit: AbortSignal,
  isWorthIt: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error)) throw error;
      await pauseAfter(error, failed, policy, limit);
    }
  }
}

/** Waits before the next attempt, or throws the error where there is none. @param failed failures in a row, this one included */
export async function pauseAfter(error: unknown, failed: number, policy: RetryPolicy, limit: AbortSignal): Promise<void> {
  const askedMs = isA2AError(error) ? Number(error.metadata.retryAfterSeconds ?? Number.NaN) * 1000 : Number.NaN;
  const growingMs = policy.firstDelayMs * 2 ** (failed - 1) * (1 - Math.random() / 2);
  const delayMs = Number.isNaN(askedMs) ? Math.min(growingMs, policy.maxDelayMs) : askedMs;
  if (failed >= policy.attempts || delayMs > policy.maxDelayMs) throw error;
  await pause(delayMs, limit);
}

/** Waits, at most as long as a timer can. @throws the limit's reason */
export async function pause(delayMs: number, limit: AbortSignal): Promise<void> {
  limit.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(delayMs, longestTimerMs));
  });
  await within(limit, passed).finally(() => clearTimeout(timer));
}

/** Whether the agent said that it does nothing for now: nothing has happened. */
export function isPutOff(error: unknown): boolean {
  return isA2AError(error) && (error.code === "RateLimitedError" || error.code === "ResourceUnavailableError");
}

/** Whether what can do no harm twice is worth another try. */
export function isPassing(error: unknown): boolean {
  return isPutOff(error) || isCut(error);
}

/** Whether nobody can know what has become of the request. */
export function isCut(error: unknown): boolean {
  return error instanceof LocalError && error.code === "NETWORK";
}
