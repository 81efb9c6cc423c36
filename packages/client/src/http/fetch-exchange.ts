import { LocalError, parseJson } from "@a2a/core";

/** The Fetch standard's function, as far as it is used; `agent.fetch` is one that needs no network. */
export type Fetch = (request: Request) => Promise<Response>;

/** How one exchange is made. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  /** Longest response that is read, of a stream the longest event. */
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal;
  /** No limit where absent. */
  readonly timeoutMs?: number;
}

/**
 * Sends a request. Redirects are refused: an agent says in its card where it is.
 *
 * @throws LocalError `NETWORK`, `TIMEOUT`; the signal's reason where the caller gave up
 */
export async function exchange(url: string, init: RequestInit, { fetch, signal, timeoutMs }: ExchangeOptions): Promise<Response> {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [signal, timeout].filter((each) => each !== undefined);
  try {
    return await fetch(new Request(url, { ...init, redirect: "error", signal: AbortSignal.any(signals) }));
  } catch (error) {
    throw asLocal(error, { signal, timeout, url });
  }
}

/**
 * Reads a whole response as JSON.
 *
 * @throws LocalError `BAD_RESPONSE` where it is too long or not JSON, `NETWORK` where it breaks off
 */
export async function readJson(response: Response, { maxResponseBytes, signal }: ExchangeOptions): Promise<unknown> {
  const parsed = parseJson(await readBytes(response, maxResponseBytes, signal));
  if (parsed.ok) return parsed.value;
  throw new LocalError("BAD_RESPONSE", `${response.url || "the peer"} answered ${response.status} with what is not JSON: ${parsed.detail}`);
}

/** What a failed exchange is to the caller. */
export function asLocal(
  error: unknown,
  { signal, timeout, url }: { signal?: AbortSignal | undefined; timeout?: AbortSignal | undefined; url: string },
): unknown {
  if (error instanceof LocalError) return error;
  if (signal?.aborted) return signal.reason;
  if (timeout?.aborted) return new LocalError("TIMEOUT", `${url} did not answer in time`, { cause: error });
  return new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`, { cause: error });
}

async function readBytes(response: Response, maxBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw new LocalError("BAD_RESPONSE", `the response is longer than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw asLocal(error, { signal, url: response.url });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
