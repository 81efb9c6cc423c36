import fc from "fast-check";
import { expect, test } from "vitest";
import { fromSortable, toSortable } from "./sortable.js";

// Any code units, lone surrogates among them, and often those at the borders.
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.constantFrom(0, 1, 0x1f, 0x20, 0x21, 0x7d, 0x7e, 0x7f, 0x80, 0xd800, 0xdc00, 0xe000, 0xffff),
);
const text = fc.array(unit, { maxLength: 6 }).map((units) => String.fromCharCode(...units));

test("every string is printable ASCII, and comes back as it was", () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(toSortable(each)).toMatch(/^[ -~]*$/);
      expect(fromSortable(toSortable(each))).toBe(each);
    }),
  );
});

test("the order is that of the strings themselves", () => {
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      expect(toSortable(start + a) < toSortable(start + b)).toBe(start + a < start + b);
    }),
  );
});

test("what ids are made of stays as it is", () => {
  for (const each of ["", "0b9c-AZ_.:", "ann@example.org"]) expect(toSortable(each)).toBe(each);
});
