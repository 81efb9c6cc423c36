import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.js";

describe("what RFC 8785 shows", () => {
  // Sections 3.2.2 and 3.2.4.
  const sample = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`;

  test("the sample of section 3.2.2 becomes the bytes of section 3.2.4", () => {
    const bytes = `
      7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
      5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37 5d
      2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`;
    const written = [...new TextEncoder().encode(canonicalJson(JSON.parse(sample)))].map((each) => each.toString(16).padStart(2, "0"));
    expect(written).toEqual(bytes.trim().split(/\s+/));
  });

  test("members are sorted by the UTF-16 units of their names: section 3.2.3", () => {
    const value = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    expect(Object.values(JSON.parse(canonicalJson(value).replaceAll('"1"', '"one"')))).toEqual([
      ...["Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign"],
      ...["Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh"],
    ]);
  });

  for (const [bits, text] of [
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ] as const) {
    test(`the number ${bits} is written ${text}: appendix B`, () => expect(canonicalJson(numberOf(bits))).toBe(text));
  }

  for (const [bits, name] of [
    ["7fffffffffffffff", "no number"],
    ["7ff0000000000000", "infinity"],
  ] as const) {
    test(`${name} is refused: appendix B`, () => expect(() => canonicalJson(numberOf(bits))).toThrow(TypeError));
  }
});

for (const [what, value] of [
  ["half a character", "\ud83d"],
  ["the other half", "a\ude00"],
  ["half a character behind a backslash", "\\\ud83d"],
  ["half a character in a name", { "\ud83d": 1 }],
] as const) {
  test(`${what} is refused, because it has no UTF-8`, () => expect(() => canonicalJson(value)).toThrow("half a character"));
}

test("a backslash before what looks like an escape is a backslash", () => {
  expect(canonicalJson("\\ud83d \\\\ude00 😀")).toBe(String.raw`"\\ud83d \\\\ude00 😀"`);
});

test("nothing is not a value", () => expect(() => canonicalJson(undefined)).toThrow(TypeError));

function numberOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}
