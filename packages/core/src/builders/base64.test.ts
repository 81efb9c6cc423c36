import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.js";

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");
const unpadded = (text: string): string => text.replace(/=+$/, "");

test("bytes come back, standard or URL-safe, padded or not", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      for (const form of [text, unpadded(text), urlSafe(text), unpadded(urlSafe(text))]) expect(fromBase64(form)).toEqual(bytes);
    }),
  );
});

test("a megabyte comes back: no engine's limit of arguments is met", () => {
  const bytes = Uint8Array.from({ length: 1024 * 1024 + 1 }, (_, at) => at % 251);
  expect(Buffer.compare(fromBase64(toBase64(bytes)), bytes)).toBe(0);
});

test("a view is encoded in its bounds", () => {
  expect(toBase64(new TextEncoder().encode("xxhixx").subarray(2, 4))).toBe("aGk=");
});

describe("base64 is", () => {
  const rows: readonly [name: string, text: string, bytes: readonly number[] | undefined][] = [
    ["nothing", "", []],
    ["text in lines", "aG\nk=", [0x68, 0x69]],
    ["every value that URL-safe writes otherwise", "-_-_", [0xfb, 0xff, 0xbf]],
    ["not one character alone", "a", undefined],
    ["not padding alone", "=", undefined],
    ["not padding in the middle", "aG=k", undefined],
    ["not too much padding", "aGk==", undefined],
    ["not what its alphabet lacks", "aG*=", undefined],
    ["not a data URL", "data:text/plain;base64,aGk=", undefined],
    ["not text beyond Latin-1", "aGk\u{1f600}", undefined],
  ];
  for (const [name, text, bytes] of rows) {
    test(name, () => {
      if (bytes) expect([...fromBase64(text)]).toEqual(bytes);
      else expect(() => fromBase64(text)).toThrow(new TypeError("not base64"));
    });
  }
});

test("the platform's own error is the cause", () => {
  try {
    fromBase64("*");
    expect.unreachable();
  } catch (error) {
    expect(error).toHaveProperty("cause.name", "InvalidCharacterError");
  }
});
