import type { Answerer, Exchange, TextStream } from "./exchange.js";

/** A handler of the Fetch standard: runs in Node, Bun, Deno, Workers and whatever mounts such handlers. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves requests of the Fetch standard. */
export function createFetchHandler(answer: Answerer): FetchHandler {
  return async (request) => {
    const left = new AbortController();
    const gone = AbortSignal.any([request.signal, left.signal]);
    const { status, headers, body } = await answer(exchangeOf(request, gone));
    const content = request.method === "HEAD" ? null : typeof body === "string" ? body : streamOf(body, left, gone);
    return new Response(content, { status, headers });
  };
}

function exchangeOf(request: Request, signal: AbortSignal): Exchange {
  const url = new URL(request.url);
  return {
    verb: request.method,
    path: url.pathname,
    origin: url.origin,
    header: (name) => request.headers.get(name) ?? undefined,
    headerNames: () => request.headers.keys(),
    query: (name) => url.searchParams.get(name) ?? undefined,
    readBody: (maxBytes) => readBody(request, maxBytes),
    signal,
  };
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return undefined;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/**
 * The pieces as a byte stream that is pulled, so that a slow client slows nothing but itself.
 *
 * @param left aborted here when the stream ends or is left
 * @param gone aborted when the stream is left or the request is aborted, in which case nobody may pull or cancel any more
 */
function streamOf({ pieces, heartbeat }: TextStream, left: AbortController, gone: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const beat = encoder.encode(heartbeat.text);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(beat);
      }, heartbeat.everyMs);
      if (gone.aborted) clearInterval(timer);
      gone.addEventListener("abort", () => clearInterval(timer), { once: true });
    },
    async pull(controller) {
      const next = await iterator.next();
      if (left.signal.aborted) return;
      if (!next.done) return controller.enqueue(encoder.encode(next.value));
      left.abort();
      controller.close();
    },
    async cancel() {
      left.abort();
      await iterator.return?.();
    },
  });
}
