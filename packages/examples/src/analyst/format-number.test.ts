import { expect, test } from "vitest";
import { formatNumber, roundNumber } from "./format-number.js";

for (const [value, text] of [
  [0, "0"],
  [16.4391, "16.44"],
  [-1.6, "-1.6"],
  [0.03456, "0.0346"],
  [1461, "1,461"],
  [1234567.891, "1,234,567.89"],
  [4e-7, "4e-7"],
  [1e21, "1e+21"],
] as const) {
  test(`${value} is written ${text}`, () => {
    expect(formatNumber(value)).toBe(text);
  });
}

for (const [value, rounded] of [
  [0.1 + 0.2, 0.3],
  [16.43908281998631, 16.4391],
  [1234567.891, 1234567.89],
  [-1e-9 / 3, -3.33333e-10],
  [1e150, 1e150],
] as const) {
  test(`${value} is rounded to ${rounded}`, () => {
    expect(roundNumber(value)).toBe(rounded);
  });
}
