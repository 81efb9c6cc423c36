import { joinChunks } from "@a2a/core/internal";
import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import type { Answerer, Exchange, TextStream } from "./exchange.js";

/** A handler of the Fetch standard: runs in Node, Bun, Deno, Workers and whatever mounts such handlers. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves requests of the Fetch standard. */
export function createFetchHandler(answer: Answerer): FetchHandler {
  return async (request) => {
    const left = new LazyAbort();
    const leave = (): void => left.abort("the client went away");
    request.signal.addEventListener("abort", leave, { once: true });
    if (request.signal.aborted) leave();
    const { status, headers, body } = await answer(exchangeOf(request, left));
    const content = request.method === "HEAD" || body === undefined ? null : typeof body === "string" ? body : streamOf(body, left);
    return new Response(content, { status, headers });
  };
}

function exchangeOf(request: Request, client: Departure): Exchange {
  const url = new URL(request.url);
  return {
    verb: request.method,
    path: url.pathname,
    origin: url.origin,
    header: (name) => request.headers.get(name) ?? undefined,
    headerValues: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
    headerNames: () => request.headers.keys(),
    queryEntries: () => url.searchParams,
    clientCertificate: () => undefined,
    readBody: (maxBytes) => readBody(request, maxBytes),
    client,
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
  return joinChunks(chunks, length);
}

/** The pieces as a byte stream that is pulled, so that a slow client slows nothing but itself. */
function streamOf({ pieces, heartbeat }: TextStream, left: LazyAbort): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const beat = encoder.encode(heartbeat.text);
  // Once canceled, nobody may pull or close any more.
  let isCanceled = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(beat);
      }, heartbeat.everyMs);
      left.onAbort(() => clearInterval(timer));
    },
    async pull(controller) {
      const next = await iterator.next();
      if (isCanceled) return;
      if (!next.done) return controller.enqueue(encoder.encode(next.value));
      left.abort("the client went away");
      controller.close();
    },
    async cancel() {
      isCanceled = true;
      left.abort("the client went away");
      await iterator.return?.();
    },
  });
}
