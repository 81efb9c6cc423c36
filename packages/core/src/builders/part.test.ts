import { describe, expect, test } from "vitest";
import type { Part } from "../generated/v1.0/types.js";
import { isStreamResponse } from "../generated/v1.0/validators.js";
import { bytesOf, data, file, text } from "./part.js";

const options = { filename: "a.txt", mediaType: "text/x", metadata: { k: 1 } };
const hi = new TextEncoder().encode("hi");

const built: readonly [name: string, part: Part, wire: unknown][] = [
  ["a text", text("hi"), { text: "hi" }],
  ["an empty text", text(""), { text: "" }],
  ["a text with all options", text("hi", options), { text: "hi", ...options }],
  ["data", data({ a: 1 }), { data: { a: 1 }, mediaType: "application/json" }],
  ["data null", data(null), { data: null, mediaType: "application/json" }],
  ["data with all options", data([1], options), { data: [1], ...options }],
  ["bytes", file(hi), { raw: "aGk=" }],
  ["no bytes", file(new Uint8Array()), { raw: "" }],
  ["a Buffer", file(Buffer.from("hi"), options), { raw: "aGk=", ...options }],
  ["a URL", file(new URL("https://a.test/b?c=d")), { url: "https://a.test/b?c=d" }],
  ["a URL with all options", file(new URL("https://a.test"), options), { url: "https://a.test/", ...options }],
];
describe("a part is built of", () => {
  for (const [name, part, wire] of built) {
    test(name, () => {
      expect(part).toEqual(wire);
      expect(isStreamResponse({ message: { messageId: "m", role: "ROLE_USER", parts: [part] } })).toBe(true);
    });
  }
});

const bytes: readonly [name: string, part: Part, bytes: Uint8Array | undefined][] = [
  ["raw", file(hi), hi],
  ["empty raw", { raw: "" }, new Uint8Array()],
  ["raw that is URL-safe without padding", { raw: "-_8" }, Uint8Array.of(0xfb, 0xff)],
  ["a text", text("é"), Uint8Array.of(0xc3, 0xa9)],
  ["an empty text", text(""), new Uint8Array()],
  ["a reference, which has none", file(new URL("https://a.test")), undefined],
  ["data, which has none", data(1), undefined],
];
describe("the bytes of a part are those of", () => {
  for (const [name, part, expected] of bytes) {
    test(name, () => {
      expect(bytesOf(part)).toEqual(expected);
    });
  }
});

test("raw that is not base64 has no bytes", () => {
  expect(() => bytesOf({ raw: "*" })).toThrow(TypeError);
});
