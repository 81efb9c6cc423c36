import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonLimits } from "./parse-json.js";
import { defaultMaxDepth, isDeeperThan, parseJson } from "./parse-json.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("what is JSON is parsed", () => {
  test("text and its UTF-8 bytes alike, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const same: unknown = JSON.parse(text);
        expect(parseJson(text, { maxDepth: 1000 })).toEqual({ ok: true, value: same });
        expect(parseJson(bytes(text), { maxDepth: 1000 })).toEqual({ ok: true, value: same });
      }),
    );
  });

  test("a byte order mark before the bytes is not part of the text", () => {
    expect(parseJson(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{"a":1}')]))).toEqual({ ok: true, value: { a: 1 } });
  });

  test("a view into a larger buffer is read in its bounds", () => {
    expect(parseJson(bytes("xx[1]xx").subarray(2, 5))).toEqual({ ok: true, value: [1] });
  });

  test("a member named __proto__ is a member like any other", () => {
    const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) throw new TypeError("not parsed");
    expect(Object.keys(parsed.value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
});

const faults: readonly [name: string, input: string | Uint8Array, limits: JsonLimits, fault: string, detail: string][] = [
  ["a text one unit too long", "[1234]", { maxBytes: 5 }, "size", "longer than 5 bytes"],
  ["bytes one too long, though the text would fit", bytes('"é"'), { maxBytes: 3 }, "size", "longer than 3 bytes"],
  ["what is too long and no UTF-8", new Uint8Array([0xff, 0xff]), { maxBytes: 1 }, "size", "longer than 1 bytes"],
  ["a byte that UTF-8 lacks", new Uint8Array([0x22, 0xff, 0x22]), {}, "encoding", "not UTF-8"],
  ["an overlong encoding", new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), {}, "encoding", "not UTF-8"],
  ["half a surrogate pair in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), {}, "encoding", "not UTF-8"],
  ["a character that is cut off", bytes('"é"').subarray(0, 2), {}, "encoding", "not UTF-8"],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x31, 0x00]), {}, "encoding", "not UTF-8"],
  ["nothing", "", {}, "syntax", "empty"],
  ["no bytes", new Uint8Array(), {}, "syntax", "empty"],
  ["white space alone", " \r\n\t", {}, "syntax", "empty"],
  ["a missing comma", '{"a":1 "b":2}', {}, "syntax", "syntax error at character 7"],
  ["two values", "{} {}", {}, "syntax", "syntax error at character 3"],
  ["a byte order mark in a text", "\ufeff{}", {}, "syntax", "syntax error"],
  ["a word that is no value", "NaN", {}, "syntax", "syntax error"],
  ["a text that looks like a position", "xposition 77", {}, "syntax", "syntax error"],
  ["a text that ends like an error message", 'x"} in JSON at position 77 (line 1 column 2)', {}, "syntax", "syntax error"],
  ["arrays one too deep", nested(defaultMaxDepth + 1), {}, "depth", "nested more than 64 deep"],
  ["objects one too deep", nestedObjects(defaultMaxDepth + 1), {}, "depth", "nested more than 64 deep"],
  ["arrays 100 000 deep", nested(100_000), {}, "depth", "nested more than 64 deep"],
  ["objects 100 000 deep", nestedObjects(100_000), {}, "depth", "nested more than 64 deep"],
  ["depth inside __proto__", `{"__proto__":${nested(defaultMaxDepth)}}`, {}, "depth", "nested more than 64 deep"],
  ["an object where none is allowed", "{}", { maxDepth: 0 }, "depth", "nested more than 0 deep"],
  ["a limit beyond what the stack holds", nested(100_000), { maxDepth: 200_000 }, "depth", "nested more than 200000 deep"],
];

describe("what is refused says why, and never repeats the input", () => {
  for (const [name, input, limits, fault, detail] of faults) {
    test(name, () => {
      expect(parseJson(input, limits)).toEqual({ ok: false, fault, detail });
    });
  }

  test("any text and any bytes have an outcome", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array()), (input) => {
        const parsed = parseJson(input);
        if (!parsed.ok) expect(parsed.detail).toMatch(/^(not UTF-8|empty|syntax error( at character \d+)?)$/);
      }),
    );
  });

  test("what stands in the text never gets into the detail", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const parsed = parseJson(`${before}secret 123456${after}`);
        // Between quotes it is a text like any other.
        fc.pre(!parsed.ok);
        expect(JSON.stringify(parsed)).not.toContain("123456");
      }),
    );
  });
});

describe("limits are met exactly", () => {
  const met: readonly [name: string, input: string | Uint8Array, limits: JsonLimits][] = [
    ["as many bytes as allowed", bytes('"é"'), { maxBytes: 4 }],
    ["arrays as deep as allowed", nested(defaultMaxDepth), {}],
    ["objects as deep as allowed", nestedObjects(defaultMaxDepth), {}],
    ["a number where no nesting is allowed", "1", { maxDepth: 0 }],
    ["null where no nesting is allowed", "null", { maxDepth: 0 }],
  ];
  for (const [name, input, limits] of met) {
    test(name, () => {
      expect(parseJson(input, limits).ok).toBe(true);
    });
  }

  test("the depth of a value is the number of containers around its innermost one, and itself", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const depth = depthOf(value);
        expect(isDeeperThan(value, depth)).toBe(false);
        if (depth > 0) expect(isDeeperThan(value, depth - 1)).toBe(true);
      }),
    );
  });
});

test("a fault is read after a fault: the decoder keeps no state", () => {
  expect(parseJson(new Uint8Array([0xff]))).toMatchObject({ fault: "encoding" });
  expect(parseJson(bytes("[1]"))).toEqual({ ok: true, value: [1] });
});

test("no regular expression sees the input", () => {
  const exec = RegExp.prototype.exec;
  const seen: number[] = [];
  const long = `["${"a".repeat(100_000)}"`;
  RegExp.prototype.exec = function (text: string) {
    seen.push(text.length);
    return exec.call(this, text);
  };
  try {
    parseJson(long);
    parseJson(`${long}]`);
  } finally {
    RegExp.prototype.exec = exec;
  }
  expect(seen.length).toBeGreaterThan(0);
  expect(Math.max(...seen)).toBeLessThan(1000);
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
