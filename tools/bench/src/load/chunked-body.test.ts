import { expect, test } from "vitest";
import { ChunkedBody } from "./chunked-body.js";

const wire = Buffer.from("5\r\nhello\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n");

for (const size of [1, 2, 3, 7, wire.length]) {
  test(`a body is read whole where it comes in pieces of ${size} bytes`, () => {
    const body = new ChunkedBody();
    let text = "";
    const ends: number[] = [];
    for (let at = 0; at < wire.length; at += size) {
      const piece = wire.subarray(at, at + size);
      ends.push(body.read(piece, 0, (bytes, start, end) => (text += bytes.toString("latin1", start, end))));
    }
    expect(text).toBe("helloabcdefghijklmnopqrstuvwxyz");
    expect(ends.slice(0, -1).every((end) => end === -1)).toBe(true);
    expect(ends.at(-1)).toBeGreaterThan(0);
  });
}

test("what is no size of a chunk is refused", () => {
  expect(() => new ChunkedBody().read(Buffer.from("HTTP/1.1 200\r\n"), 0, () => undefined)).toThrow("not the size of a chunk");
});
