const lineFeed = 10;
const letterD = "d".charCodeAt(0);

/**
 * Counts Server-Sent Events without parsing them: blocks with a line that begins with "d", because of all the fields only `data` does. Comments
 * such as heartbeats have none.
 */
export class SseCounter {
  events = 0;
  #isLineStart = true;
  #hasData = false;

  count(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end) {
      if (this.#isLineStart) {
        if (bytes[at] === lineFeed) {
          if (this.#hasData) this.events += 1;
          this.#hasData = false;
          at += 1;
          continue;
        }
        if (bytes[at] === letterD) this.#hasData = true;
      }
      const lineEnd = bytes.indexOf(lineFeed, at);
      this.#isLineStart = lineEnd >= 0 && lineEnd < end;
      if (!this.#isLineStart) return;
      at = lineEnd + 1;
    }
  }
}
