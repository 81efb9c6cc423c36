import { LocalError } from "@a2a/core";
import { isObject, isPrivate, webUrlOf } from "@a2a/core/internal";
import { allowInsecureRequests, customFetch } from "oauth4webapi";
import { createCallLimit } from "../../http/call-limit.js";
import { exchange, readJson } from "../../http/fetch-exchange.js";
import type { CredentialNeed } from "../credential.js";
import type { SourceOptions } from "./oauth-options.js";
import { shown } from "./unauthorized.js";

/** The transport that oauth4webapi is given. */
export interface Dial {
  /** That addresses are https is seen to here: oauth4webapi does not know that a machine may talk to itself without. */
  readonly [allowInsecureRequests]: true;
  readonly [customFetch]: (url: string, init: RequestInit) => Promise<Response>;
}

// Nobody waits longer for a token, and none is longer.
const timeoutMs = 30_000;
const maxResponseBytes = 1024 * 1024;

/**
 * Makes requests to an authorization server: over TLS or on this machine, where the policy allows it, without redirects, bounded in time and size.
 * Errors show neither what was sent nor what was answered.
 */
export function createDial(need: CredentialNeed, options: SourceOptions, signal: AbortSignal): Dial {
  async function dial(address: string, init: RequestInit): Promise<Response> {
    const url = await permitted(address, need, options);
    const { signal: limit, stop } = createCallLimit({ signal, timeoutMs, url });
    const http = { fetch: options.fetch ?? need.fetch, limit, maxResponseBytes };
    try {
      const response = await exchange(address, init, http);
      return copyOf(response, await readJson(response, url, http));
    } catch (error) {
      if (limit.aborted) throw limit.reason;
      // A redirect's target, or the platform's words about a request, may repeat it; that there is no connection has no secret in it.
      if (error instanceof LocalError && error.code === "NETWORK")
        throw new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`);
      throw new LocalError("UNAUTHORIZED", `no token: ${url} gave no answer of an authorization server`);
    } finally {
      stop();
    }
  }
  return { [allowInsecureRequests]: true, [customFetch]: dial };
}

/** An address that may be dialled, as errors show it. */
async function permitted(address: string, need: CredentialNeed, { tokenUrl, deviceAuthorizationUrl }: SourceOptions): Promise<string> {
  const url = webUrlOf(address);
  if (!url || !isPrivate(url) || url.username || url.password) {
    throw new LocalError("UNAUTHORIZED", `no token: an address for ${need.name} is not https: ${url ? shown(url) : "it is no URL"}`);
  }
  // The user's own addresses need no permission.
  if (address !== tokenUrl && address !== deviceAuthorizationUrl && !(await need.allowUrl(url))) {
    throw new LocalError("UNAUTHORIZED", `no token: ${shown(url)} is not allowed`);
  }
  return shown(url);
}

/** What oauth4webapi reads of an answer. An ID token is for those who want to know who the user is, and would have to be verified. */
function copyOf({ status }: Response, body: unknown): Response {
  const { id_token: _, ...read } = isObject(body) ? body : {};
  return new Response(JSON.stringify(read), { status, headers: { "content-type": "application/json" } });
}
