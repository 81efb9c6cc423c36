import fc from "fast-check";
import { expect, test } from "vitest";
import { pointerTo } from "./pointer.js";

const steps: readonly [base: string, step: string | number, pointer: string][] = [
  ["", "parts", "/parts"],
  ["/parts", 0, "/parts/0"],
  ["", "", "/"],
  ["", "a/b", "/a~1b"],
  ["", "m~n", "/m~0n"],
  ["", "~1", "/~01"],
  ["/a~1b", "c", "/a~1b/c"],
];
for (const [base, step, pointer] of steps) {
  test(`${JSON.stringify(step)} below ${JSON.stringify(base)} is ${pointer}`, () => {
    expect(pointerTo(base, step)).toBe(pointer);
  });
}

test("steps come back as RFC 6901 reads them", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") })), (path) => {
      const pointer = path.reduce(pointerTo, "");
      const read = pointer
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
      expect(read).toEqual(path);
    }),
  );
});
