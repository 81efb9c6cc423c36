import { expect, test } from "vitest";
import { median } from "./median.js";

for (const [values, middle] of [
  [[3], 3],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 2.5],
] as const) {
  test(`the median of ${values.join(", ")} is ${middle}`, () => {
    expect(median(values)).toBe(middle);
  });
}

test("no numbers have no median", () => {
  expect(() => median([])).toThrow(TypeError);
});
