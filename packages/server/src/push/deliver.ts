import { LocalError } from "@a2a/core";
import pRetry from "p-retry";
import type { PushOptions } from "./push-options.js";
import type { WebhookCall } from "./webhook-call.js";

/** How one call is delivered. */
export interface DeliverOptions extends Required<Omit<PushOptions, "allowedHosts" | "maxPerTask">> {
  /** Aborted when nothing is to be tried again. */
  readonly closing: AbortSignal;
}

/**
 * Calls a webhook until it answers that it has taken the call.
 *
 * @throws LocalError `NETWORK`, `TIMEOUT` or `BAD_RESPONSE` of the last attempt, when the call is given up
 */
export async function deliver(call: WebhookCall, options: DeliverOptions): Promise<void> {
  const { maxAttempts, firstRetryMs, maxRetryMs, closing } = options;
  await pRetry(() => attempt(call, options), {
    retries: maxAttempts - 1,
    minTimeout: firstRetryMs,
    maxTimeout: maxRetryMs,
    factor: 2,
    randomize: true,
    signal: closing,
  });
}

async function attempt({ url, headers, body }: WebhookCall, { fetch, timeoutMs, closing }: DeliverOptions): Promise<void> {
  const abort = new AbortController();
  const giveUp = (): void => abort.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  closing.addEventListener("abort", giveUp, { once: true });
  try {
    // A redirect could lead to where the webhook itself would not have been allowed to point.
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: abort.signal });
    await response.body?.cancel();
    if (!response.ok) throw new LocalError("BAD_RESPONSE", `the webhook answered ${response.status}`);
  } catch (error) {
    if (error instanceof LocalError) throw error;
    if (abort.signal.aborted) throw new LocalError("TIMEOUT", `the webhook did not answer within ${timeoutMs} ms`, { cause: error });
    throw new LocalError("NETWORK", "the webhook could not be reached", { cause: error });
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", giveUp);
  }
}
