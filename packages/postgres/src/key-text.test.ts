import fc from "fast-check";
import { expect, test } from "vitest";
import { keyColumns, keyIn, namesOf, toKeyText } from "./key-text.js";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\u0000", "\u0001", "\u0002", "a", "\ud7ff", "\ud800", "\udfff", "\ue000", "\ue001", "\uffff", "\ud83d\ude00"),
  }),
  fc.string({ minLength: 300, maxLength: 900 }),
);

test("a name comes back as it was, whatever it is", () => {
  fc.assert(
    fc.property(text, text, text, (tenant, owner, id) => {
      const key = { tenant, owner, id };
      const [a, b, c] = keyColumns(key);
      expect(keyIn({ tenant: a, owner: b, id: c, names: namesOf(key, "c") })).toEqual(key);
    }),
  );
});

test("what is kept of two names compares as the names do, where neither is long", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      fc.pre(a.length < 90 && b.length < 90);
      expect(Buffer.compare(Buffer.from(toKeyText(a)), Buffer.from(toKeyText(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test("what is kept has no NUL, no half of a pair, and fits into an index", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: fc.constantFrom("\ud800", "\uffff", "a"), maxLength: 3000 })), (name) => {
      const kept = toKeyText(name);
      expect(kept).not.toMatch(/\0/);
      expect(Buffer.from(kept).toString()).toBe(kept);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(610);
    }),
  );
});
