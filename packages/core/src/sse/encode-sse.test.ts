import { describe, expect, test } from "vitest";
import type { SseEvent } from "./encode-sse.js";
import { encodeSse, encodeSseComment } from "./encode-sse.js";

// What a reader gets back is tested in packages/client/test/sse.test.ts.

const events: readonly [name: string, event: SseEvent, text: string][] = [
  ["data alone", { data: '{"a":1}' }, 'data: {"a":1}\n\n'],
  ["empty data", { data: "" }, "data: \n\n"],
  ["a number as id", { id: 7, data: "x" }, "id: 7\ndata: x\n\n"],
  ["the id 0", { id: 0, data: "x" }, "id: 0\ndata: x\n\n"],
  ["an empty id, which resets the reader's", { id: "", data: "x" }, "id: \ndata: x\n\n"],
  ["a type", { event: "error", data: "x" }, "event: error\ndata: x\n\n"],
  ["data in lines of every kind", { data: "a\nb\rc\r\nd" }, "data: a\ndata: b\ndata: c\ndata: d\n\n"],
  ["data that ends with a line break", { data: "a\n" }, "data: a\ndata: \n\n"],
  ["data that looks like a field", { data: "a\nid: 9" }, "data: a\ndata: id: 9\n\n"],
  ["U+2028, which breaks no line here", { data: "a\u2028b" }, "data: a\u2028b\n\n"],
];
describe("events are written as", () => {
  for (const [name, event, text] of events) {
    test(name, () => {
      expect(encodeSse(event)).toBe(text);
    });
  }
});

describe("an id or a type cannot bring lines of its own", () => {
  for (const [name, evil] of [
    ["LF", "1\ndata: evil"],
    ["CR", "1\rdata: evil"],
    ["CRLF", "1\r\n\r\ndata: evil"],
    ["NUL, with which readers ignore an id", "1\0"],
  ] as const) {
    test(`${name} in an id is refused`, () => {
      expect(() => encodeSse({ id: evil, data: "x" })).toThrow(new TypeError("id has a line break or NUL"));
    });
    test(`${name} in a type is refused`, () => {
      expect(() => encodeSse({ event: evil, data: "x" })).toThrow(new TypeError("event has a line break or NUL"));
    });
  }
});

for (const [name, text, comment] of [
  ["a word", "ping", ": ping\n\n"],
  ["nothing", "", ": \n\n"],
  ["lines, which become one", "a\r\n\ndata: evil\rb", ": a data: evil b\n\n"],
] as const) {
  test(`a comment of ${name} is one line`, () => {
    expect(encodeSseComment(text)).toBe(comment);
  });
}
