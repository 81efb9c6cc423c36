/** Takes the bytes from `start` up to `end`. */
export type TakeBytes = (bytes: Buffer, start: number, end: number) => void;

const lineFeed = 10;

/** The chunks of a body as HTTP/1.1 frames them; wherever the network cuts them. Trailers are not expected. */
export class ChunkedBody {
  /** Bytes of the chunk that are still to come, with the line end behind them. */
  #left = 0;
  /** A size line that is not whole yet. */
  #line = "";
  #isLast = false;

  /** Hands out what is content; returns where the body ended, or -1 while it goes on. */
  read(bytes: Buffer, start: number, take: TakeBytes): number {
    let at = start;
    while (at < bytes.length) {
      if (this.#left > 0) {
        const end = Math.min(bytes.length, at + this.#left);
        // the line end that belongs to the chunk is two bytes
        const contentEnd = Math.min(end, at + this.#left - 2);
        if (contentEnd > at) take(bytes, at, contentEnd);
        this.#left -= end - at;
        at = end;
        continue;
      }
      const lineEnd = bytes.indexOf(lineFeed, at);
      if (lineEnd < 0) {
        this.#line += bytes.toString("latin1", at);
        return -1;
      }
      const line = this.#line + bytes.toString("latin1", at, lineEnd);
      this.#line = "";
      at = lineEnd + 1;
      if (this.#isLast) return at;
      const size = Number.parseInt(line, 16);
      if (Number.isNaN(size)) throw new Error(`not the size of a chunk: ${line}`);
      if (size === 0) this.#isLast = true;
      else this.#left = size + 2;
    }
    return -1;
  }
}
