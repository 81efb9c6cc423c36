import { joinChunks } from "@a2a/core/internal";

/** One call of the webhook, whatever server it came through. */
export interface WebhookCall {
  /** HTTP method in capitals. */
  readonly verb: string;
  readonly headers: Headers;
  /** First value of a query parameter. */
  query(name: string): string | undefined;
  /** Reads the body, at most `maxBytes` of it; undefined where there is more. */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
}

/** What the caller is answered. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Puts chunks together, at most `maxBytes` of them; undefined where there are more. The chunks are not told to end: the answer needs their connection. */
export async function collectBytes(chunks: AsyncIterator<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) break;
    length += value.length;
    if (length > maxBytes) return undefined;
    read.push(value);
  }
  return joinChunks(read, length);
}
