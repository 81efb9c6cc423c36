import { LocalError } from "@a2a/core";
import type { FailedAttemptError, Options } from "p-retry";
import pRetry from "p-retry";
import type { CompletePushOptions } from "./push-options.js";
import type { WebhookCall } from "./webhook-call.js";

/** How one call is delivered. */
export interface DeliverOptions extends Omit<CompletePushOptions, "allowedHosts" | "challenge" | "maxPerTask"> {
  /** Aborted when nothing is to be tried again. */
  readonly signal: AbortSignal;
  /** Whether the call is to be tried once more: the webhook may be gone by then. */
  isWanted(): Promise<boolean>;
}

/**
 * Calls a webhook until it answers that it has taken the call.
 *
 * @throws LocalError `NETWORK`, `TIMEOUT` or `BAD_RESPONSE` of the last attempt, when the call is given up; the reason of the signal when that is aborted
 */
export async function deliver(call: WebhookCall, options: DeliverOptions): Promise<void> {
  const { signal } = options;
  // p-retry hears only of what is aborted later.
  signal.throwIfAborted();
  const { shouldRetry, ...retries } = retriesOf(options);
  await pRetry(() => attempt(call, options), {
    ...retries,
    signal,
    shouldRetry: (error) => shouldRetry(error) && options.isWanted(),
  });
}

/** How often and when something is tried again. */
export function retriesOf({
  maxAttempts,
  firstRetryMs,
  maxRetryMs,
}: Pick<DeliverOptions, "maxAttempts" | "firstRetryMs" | "maxRetryMs">): Options & { shouldRetry(error: FailedAttemptError): boolean } {
  const minTimeout = Math.min(firstRetryMs, maxRetryMs);
  // p-retry writes all waits down beforehand. However many attempts there may be, these are the waits that differ; the last one is repeated.
  const retries = Math.ceil(Math.log2(maxRetryMs / minTimeout)) + 1;
  const shouldRetry = ({ attemptNumber }: FailedAttemptError): boolean => attemptNumber < maxAttempts;
  return { retries, forever: true, shouldRetry, minTimeout, maxTimeout: maxRetryMs, factor: 2, randomize: true };
}

async function attempt({ url, headers, body }: WebhookCall, { fetch, timeoutMs, signal }: DeliverOptions): Promise<void> {
  const abort = new AbortController();
  const giveUp = (): void => abort.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    // A redirect could lead to where the webhook itself would not have been allowed to point.
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: abort.signal });
    // What it says beside its status is not read, and a connection that breaks afterwards takes nothing back.
    await response.body?.cancel().catch(() => undefined);
    if (!response.ok) throw new LocalError("BAD_RESPONSE", `the webhook answered ${response.status}`);
  } catch (error) {
    if (error instanceof LocalError) throw error;
    if (abort.signal.aborted) throw new LocalError("TIMEOUT", `the webhook did not answer within ${timeoutMs} ms`, { cause: error });
    throw new LocalError("NETWORK", "the webhook could not be reached", { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
