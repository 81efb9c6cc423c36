import type { WebhookAnswer, WebhookCall } from "./call.js";
import { collectBytes } from "./call.js";

/** What is used of a request of `node:http`, and of frameworks that pass one on. */
export interface NodePushRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether all of it has come. */
  readonly complete?: boolean;
  /** What a framework's body parser made of the body. */
  readonly body?: unknown;
}

/** What is used of a response of `node:http`. */
export interface NodePushResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** A call as `node:http` has it. */
export function nodeCall(request: NodePushRequest): WebhookCall {
  const { method = "GET", url = "/" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return {
    verb: method,
    headers,
    query: (name) => new URLSearchParams(url.split("?").slice(1).join("?")).get(name) ?? undefined,
    async readBody(maxBytes) {
      if (Number(headers.get("content-length") ?? 0) > maxBytes) return undefined;
      if (request.body === undefined) return collectBytes(request[Symbol.asyncIterator](), maxBytes);
      const bytes = bytesOf(request.body);
      return bytes.length > maxBytes ? undefined : bytes;
    },
  };
}

/** Answers a call of `node:http`. */
export function writeAnswer(request: NodePushRequest, response: NodePushResponse, { status, headers, body }: WebhookAnswer): void {
  // What was not read of the body is not waited for: the connection ends with the answer.
  const ending = request.complete === false ? { connection: "close" } : {};
  const length = { "content-length": String(new TextEncoder().encode(body).length) };
  response.writeHead(status, Object.assign({}, headers, length, ending));
  response.end(body);
}

/** The body where a framework has read it: there is nothing left to read. */
function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
