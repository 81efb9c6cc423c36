import { LocalError } from "../errors/local-error.js";
import { joinChunks } from "../join-chunks.js";
import { parseJson } from "../json/parse-json.js";

/** Fetches a JSON Web Key Set. */
export type FetchKeys = (url: URL, signal: AbortSignal | undefined) => Promise<unknown>;

const maxBytes = 256 * 1024;
const timeoutMs = 10_000;

/**
 * Fetches a key set with the platform's `fetch`: without redirects, which could lead to where it was not allowed, bounded in length and time.
 *
 * @throws LocalError `NETWORK`, `TIMEOUT`, `BAD_RESPONSE`; the signal's reason
 */
export async function fetchKeys(url: URL, signal: AbortSignal | undefined): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const request = {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    } as const;
    const response = await fetch(url, request);
    if (!response.ok) {
      await response.body?.cancel();
      throw new LocalError("BAD_RESPONSE", `${url.origin}${url.pathname} answered ${response.status}`);
    }
    const parsed = parseJson(await readBounded(response, url), { maxBytes });
    if (!parsed.ok) throw new LocalError("BAD_RESPONSE", `${url.origin}${url.pathname} answered with what is not JSON: ${parsed.detail}`);
    return parsed.value;
  } catch (error) {
    if (error instanceof LocalError) throw error;
    signal?.throwIfAborted();
    if (limit.aborted)
      throw new LocalError("TIMEOUT", `${url.origin}${url.pathname} did not answer within ${timeoutMs} ms`, { cause: error });
    throw new LocalError("NETWORK", `${url.origin}${url.pathname} cannot be reached`, { cause: error });
  }
}

async function readBounded({ body }: Response, url: URL): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.length;
    chunks.push(next.value);
    if (length <= maxBytes) continue;
    await reader?.cancel();
    throw new LocalError("BAD_RESPONSE", `${url.origin}${url.pathname} answered with more than ${maxBytes} bytes`);
  }
  return joinChunks(chunks, length);
}
