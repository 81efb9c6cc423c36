import { A2AError } from "@a2a/core";
import type { RawCall } from "./grpc-call.js";

// HTTP has one answer on a connection at a time, gRPC hundreds: grpc-js keeps each of them whole until its client has read it.
const maxUnreadBytes = 64 * 2 ** 20;

// Smaller ones are not worth counting: so many of them as there may be calls on a connection are less than the limit.
const minCountedBytes = 16_384;

/** The answers of each connection that its client has yet to read. */
export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();

  /**
   * Counts an answer until it has been read, or its client is gone.
   *
   * @param call one that goes on
   * @throws A2AError `RateLimitedError` where with it too much would be unread
   */
  add(call: RawCall, length: number): void {
    if (length < minCountedBytes) return;
    const connection = call.getPeer();
    const unread = this.#bytes.get(connection) ?? 0;
    if (unread > 0 && unread + length > maxUnreadBytes) {
      throw new A2AError("RateLimitedError", `this connection has ${unread} bytes of answers that are not read yet`);
    }
    this.#bytes.set(connection, unread + length);
    // So ends every call, also one that has been answered.
    call.once("cancelled", () => {
      const left = (this.#bytes.get(connection) ?? 0) - length;
      if (left > 0) this.#bytes.set(connection, left);
      else this.#bytes.delete(connection);
    });
  }
}
