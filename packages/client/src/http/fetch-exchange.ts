import { errorsByStatus, joinChunks, LocalError } from "@a2a/core/internal";
import { within } from "./call-limit.js";
import { parseAnswer } from "./parse-answer.js";
import { discard, readChunks } from "./read-chunks.js";

/** The Fetch standard's function, as far as it is used; `agent.fetch` is one that needs no network. */
export type Fetch = (request: Request) => Promise<Response>;

/** Where a request goes, and with which headers. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Headers;
}

/**
 * Adds credentials to a request: before it is sent, and once more after the agent has refused them. Both times it is given the same object, the
 * request as it is without them: by that it knows what was refused. It stays as it is.
 *
 * @returns the request to send; after a refusal undefined where there is nothing else to offer
 * @throws LocalError `UNAUTHORIZED`; the signal's reason
 */
export type Authorize = (request: Outgoing, options: AuthorizeOptions) => Promise<Outgoing | undefined>;

/** Why and how long credentials are wanted. */
export interface AuthorizeOptions {
  /** The agent's answer to the request that it did not take for want of valid credentials. Any other refusal is none of them: do not ask. */
  readonly refused?: Response | undefined;
  readonly signal: AbortSignal;
}

/** How one exchange is made. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly authorize?: Authorize | undefined;
  /** Longest response that is read, of a stream the longest event. */
  readonly maxResponseBytes: number;
  /** Answers who has the document already: no redirect, though its number is of their class. */
  readonly notModifiedStatus?: number;
  /** The address as errors show it, where it may have a key in it. */
  readonly shownUrl?: string;
  /** Ends the exchange; its reason is what the caller is thrown. */
  readonly limit: AbortSignal;
}

/**
 * Sends a request, with credentials where there are any: they are renewed once where the agent does not take them. Redirects are refused: an agent
 * says in its card where it is.
 *
 * @throws LocalError `NETWORK`, `BAD_RESPONSE` for a redirect, and what renewing credentials fails with; the limit's reason
 */
export async function exchange(url: string, { headers, ...init }: RequestInit, options: ExchangeOptions): Promise<Response> {
  const { authorize, limit, shownUrl = url } = options;
  const plain: Outgoing = { url, headers: new Headers(headers) };
  const first = authorize && (await within(limit, authorize(plain, { signal: limit })));
  const response = await dispatch(first ?? plain, { ...init, shownUrl }, options);
  if (!authorize || errorsByStatus[response.status] !== "UnauthenticatedError") return response;
  const renewed = await within(limit, authorize(plain, { refused: response, signal: limit }));
  if (!renewed) return response;
  discard(response);
  return dispatch(renewed, { ...init, shownUrl }, options);
}

/** @param init.shownUrl the address as errors show it: the one that is dialled may have a key in it */
async function dispatch(
  { url, headers }: Outgoing,
  { shownUrl, ...init }: RequestInit & { readonly shownUrl: string },
  { fetch, limit, notModifiedStatus }: ExchangeOptions,
): Promise<Response> {
  // A fetch without a network need not look at the signal first.
  limit.throwIfAborted();
  // Not `redirect: "error"`: Workers refuse that.
  const request = new Request(url, { ...init, headers, redirect: "manual", signal: limit });
  let response: Response;
  try {
    response = await within(limit, fetch(request));
  } catch (error) {
    // Some platforms name the whole address in their errors.
    throw asLocal(shownUrl === url ? error : undefined, limit, shownUrl);
  }
  if (response.status === notModifiedStatus || !isRedirect(response)) return response;
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

/** Reads a whole response. @throws LocalError `BAD_RESPONSE` where it is too long, `NETWORK`; the limit's reason */
export async function readBytes(
  { body }: Response,
  url: string,
  { maxResponseBytes, limit }: ExchangeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
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
  return joinChunks(chunks, length);
}

/** Browsers show a redirect as an answer without a status. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || Math.floor(status / 100) === 3;
}
