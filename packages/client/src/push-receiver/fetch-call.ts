import { readChunks } from "../http/read-chunks.js";
import type { WebhookAnswer, WebhookCall } from "./call.js";
import { collectBytes } from "./call.js";

/** A call as the Fetch standard has it. */
export function fetchCall(request: Request): WebhookCall {
  return {
    verb: request.method,
    headers: request.headers,
    query: (name) => new URL(request.url).searchParams.get(name) ?? undefined,
    async readBody(maxBytes) {
      const { body, headers, signal } = request;
      if (Number(headers.get("content-length") ?? 0) > maxBytes) return undefined;
      return body ? collectBytes(readChunks(body, signal), maxBytes) : new Uint8Array();
    },
  };
}

/** An answer as the Fetch standard has it. */
export function toResponse({ status, headers, body }: WebhookAnswer): Response {
  return new Response(body, { status, headers });
}
