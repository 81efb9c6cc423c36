import { LocalError } from "@a2a/core";
import type { Fetch } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { discard } from "../http/read-chunks.js";

const maxKeysBytes = 256 * 1024;

/**
 * Fetches a key set, without redirects and bounded in length.
 *
 * @throws LocalError `NETWORK`, `BAD_RESPONSE`; the signal's reason
 */
export async function fetchKeySet(
  { href }: URL,
  { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<unknown> {
  const options = { fetch, maxResponseBytes: maxKeysBytes, limit: signal };
  const response = await exchange(href, { headers: { accept: "application/json" } }, options);
  if (response.ok) return readJson(response, href, options);
  discard(response);
  throw new LocalError("BAD_RESPONSE", `${href} answered ${response.status}`);
}
