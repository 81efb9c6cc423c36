import { LocalError } from "@a2a/core";
import { within } from "./call-limit.js";
import { parseAnswer } from "./parse-answer.js";
import { discard, readChunks } from "./read-chunks.js";

/** The Fetch standard's function, as far as it is used; `agent.fetch` is one that needs no network. */
export type Fetch = (request: Request) => Promise<Response>;

/** How one exchange is made. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  /** Longest response that is read, of a stream the longest event. */
  readonly maxResponseBytes: number;
  /** Ends the exchange; its reason is what the caller is thrown. */
  readonly limit: AbortSignal;
  /** The address as errors show it, where the one that is dialled has a secret in it. */
  readonly shownUrl?: string;
}

/**
 * Sends a request. Redirects are refused: an agent says in its card where it is.
 *
 * @throws LocalError `NETWORK`, `BAD_RESPONSE` for a redirect; the limit's reason
 */
export async function exchange(url: string, init: RequestInit, { fetch, limit, shownUrl = url }: ExchangeOptions): Promise<Response> {
  // A fetch without a network need not look at the signal first.
  limit.throwIfAborted();
  // Not `redirect: "error"`: Workers refuse that.
  const request = new Request(url, { ...init, redirect: "manual", signal: limit });
  let response: Response;
  try {
    response = await within(limit, fetch(request));
  } catch (error) {
    // Some platforms name the whole address in their errors.
    throw asLocal(shownUrl === url ? error : undefined, limit, shownUrl);
  }
  if (!isRedirect(response)) return response;
  discard(response);
  // A redirect repeats the query that it answers, and so a key that is in there.
  const target = response.headers.get("location")?.replace(/[?#].*/, "");
  throw new LocalError("BAD_RESPONSE", `${shownUrl} redirects${target === undefined ? "" : ` to ${target}`}: redirects are not followed`);
}

/**
 * Reads a whole response as JSON.
 *
 * @throws LocalError `BAD_RESPONSE` where it is too long or not JSON, `NETWORK` where it breaks off; the limit's reason
 */
export async function readJson(response: Response, url: string, options: ExchangeOptions): Promise<unknown> {
  const parsed = parseAnswer(await readBytes(response, url, options));
  if (parsed.ok) return parsed.value;
  throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status} with what is not JSON: ${parsed.detail}`);
}

/** What a failed exchange is to the caller. */
export function asLocal(error: unknown, limit: AbortSignal, url: string): unknown {
  if (error instanceof LocalError) return error;
  if (limit.aborted) return limit.reason;
  return new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`, error === undefined ? undefined : { cause: error });
}

async function readBytes({ body }: Response, url: string, { maxResponseBytes, limit }: ExchangeOptions): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ? readChunks(body, limit) : []) {
      length += chunk.length;
      if (length > maxResponseBytes) throw new LocalError("BAD_RESPONSE", `${url} answered with more than ${maxResponseBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw asLocal(error, limit, url);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Browsers show a redirect as an answer without a status. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || Math.floor(status / 100) === 3;
}
