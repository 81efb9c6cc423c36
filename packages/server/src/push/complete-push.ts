import { LocalError } from "@a2a/core";
import { assertPositive } from "../assert-positive.js";
import { given } from "../given.js";
import type { CompletePushOptions, PushOptions } from "./push-options.js";
import { problemOfWebhookUrl } from "./webhook-url.js";

/**
 * Checks options of webhooks and fills in the defaults.
 *
 * @throws TypeError for an option that cannot be meant
 */
export function completePush({ lookup: _, ...options }: PushOptions = {}): CompletePushOptions {
  const complete: CompletePushOptions = {
    // Not the function itself: whoever replaces the global one, a test or an agent for tracing, is to be heard.
    fetch: (url, init) => fetch(url, init),
    allowedHosts: [],
    challenge: false,
    maxAttempts: 8,
    firstRetryMs: 1000,
    maxRetryMs: 60_000,
    timeoutMs: 10_000,
    maxPerTask: 16,
    ...given(options),
  };
  for (const name of ["maxAttempts", "firstRetryMs", "maxRetryMs", "timeoutMs", "maxPerTask"] as const) {
    assertPositive(`push.${name}`, complete[name]);
  }
  return { ...complete, fetch: checkingFetch(complete) };
}

/** A webhook may have been stored when other hosts were allowed, or by another process that allows others. */
function checkingFetch({ fetch: call, allowedHosts }: CompletePushOptions): CompletePushOptions["fetch"] {
  return async (url, init) => {
    const expected = problemOfWebhookUrl(url, allowedHosts);
    if (expected !== undefined) throw new LocalError("NETWORK", `the webhook may not be called: expected ${expected}`);
    return call(url, init);
  };
}
