import type { Departure } from "@a2a/server";
import type { ServerWritableStream } from "@grpc/grpc-js";

// A burst costs no pause, but a client that does not read is held no more than this and one event.
const maxPendingBytes = 65_536;

/** Writes messages no faster than their client takes them. */
export class PacedWriter {
  readonly #call: ServerWritableStream<Buffer, Buffer>;
  readonly #client: Departure;
  #pendingBytes = 0;
  #wake: (() => void) | undefined;

  constructor(call: ServerWritableStream<Buffer, Buffer>, client: Departure) {
    this.#call = call;
    this.#client = client;
    // What is written to a call that is over is never told to be done.
    client.onAbort(() => this.#wake?.());
  }

  /** Writes a message. Returns what to wait for before the next, which also comes when the client goes away; undefined where there is room. */
  write(bytes: Buffer): Promise<void> | undefined {
    const { length } = bytes;
    this.#pendingBytes += length;
    this.#call.write(bytes, () => {
      this.#pendingBytes -= length;
      if (this.#pendingBytes < maxPendingBytes) this.#wake?.();
    });
    if (this.#pendingBytes < maxPendingBytes || this.#client.isAborted) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
