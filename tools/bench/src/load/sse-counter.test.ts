import { expect, test } from "vitest";
import { SseCounter } from "./sse-counter.js";

const stream = Buffer.from('id: 1\ndata: {"a":1}\n\n: ping\n\ndata: {}\n\nevent: error\nid: 2\ndata: {"d":"data"}\n\ndata: not yet\n');

for (const size of [1, 2, 3, 5, 11, stream.length]) {
  test(`whole events are counted and comments are not, in pieces of ${size} bytes`, () => {
    const counter = new SseCounter();
    for (let at = 0; at < stream.length; at += size) counter.count(stream, at, Math.min(stream.length, at + size));
    expect(counter.events).toBe(3);
    counter.count(Buffer.from("\n"), 0, 1);
    expect(counter.events).toBe(4);
  });
}
