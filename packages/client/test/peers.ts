import type { AgentCard, Version } from "@a2a/core";
import { LocalError, versions } from "@a2a/core";
import { restVersions } from "@a2a/core/internal";

/** What this client speaks: versions, each in its bindings. */
export const spoken: readonly (readonly [Version, string])[] = [
  ...versions.filter(({ status }) => status !== "preview").map(({ wire }) => [wire, "JSONRPC"] as const),
  ...restVersions.map((version) => [version, "HTTP+JSON"] as const),
];

/** Where peers answer that need no network. */
export const address = "http://peer.test/";

/** A fetch that remembers its requests. */
export interface Peer {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly requests: Request[];
}

/** A peer that answers every request alike: `answer` gets the request and its JSON body, if it has one. */
export function peerOf(answer: (request: Request, body: RpcBody) => Response | Promise<Response>): Peer {
  const requests: Request[] = [];
  return {
    requests,
    async fetch(request) {
      requests.push(request.clone());
      const text = await request.clone().text();
      return answer(request, text ? JSON.parse(text) : {});
    },
  };
}

/** What is read of a JSON-RPC request. */
export interface RpcBody {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** A card of a peer with one interface, of version 1.0 unless another is said. */
export function cardOf(version: Version = "1.0", more: Partial<AgentCard["supportedInterfaces"][number]> = {}): AgentCard {
  return {
    name: "Peer",
    description: "Answers as it is told",
    version: "1.2.3",
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    capabilities: { streaming: true },
    supportedInterfaces: [{ url: address, protocolBinding: "JSONRPC", protocolVersion: version, ...more }],
  };
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { ...init, headers: { "content-type": "application/json" } });
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}

/** The LocalError that a promise rejects with. */
export async function localErrorOf(promise: Promise<unknown>): Promise<LocalError> {
  const error = await failureOf(promise);
  if (!(error instanceof LocalError)) throw new Error("expected a LocalError", { cause: error });
  return error;
}

/** Serves events as a stream; a text is one chunk, whatever it has in it. */
export function sse(chunks: Iterable<string | Uint8Array>, end: "close" | "break" | "stay" = "close"): SseAnswer {
  const pending = chunks[Symbol.iterator]();
  const cancelled: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void | Promise<void> {
      const { done, value } = pending.next();
      if (!done) controller.enqueue(typeof value === "string" ? new TextEncoder().encode(value) : value);
      else if (end === "close") controller.close();
      else if (end === "break") controller.error(new TypeError("terminated"));
      else return new Promise(() => undefined);
      return undefined;
    },
    cancel: (reason) => void cancelled.push(reason),
  });
  return { cancelled, response: new Response(body, { headers: { "content-type": "text/event-stream" } }) };
}

/** A stream, and the reasons that it was cancelled for. */
export interface SseAnswer {
  readonly response: Response;
  readonly cancelled: readonly unknown[];
}

/** One event of a stream. */
export function event(body: unknown): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}

/** A JSON-RPC response. */
export function resultOf(id: number | undefined, result: unknown): object {
  return { jsonrpc: "2.0", id, result };
}

/** A JSON-RPC error, whose code has the meaning that the version gives it. */
export function refusal(id: number | undefined, code: number): Response {
  return json({ jsonrpc: "2.0", id, error: { code, message: "no" } });
}

/** A task of version 1.0 as it is on the wire. */
export function taskIn(state: string, more: object = {}): object {
  return { id: "task-1", contextId: "context-1", status: { state }, ...more };
}

/** A body that ends after the first event with this word in it, as where a connection is cut. */
export function cutAfter(word: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  let before = "";
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      before += decoder.decode(chunk, { stream: true });
      const end = before.includes(word) ? before.indexOf("\n\n", before.indexOf(word)) : -1;
      if (end < 0) return;
      controller.enqueue(new TextEncoder().encode(before.slice(0, end + 2)));
      controller.terminate();
    },
  });
  return body.pipeThrough(cut);
}

/** Reads a stream to its end. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
