import fc from "fast-check";

/** One change of bytes. */
interface Edit {
  readonly how: "flip" | "set" | "cut" | "drop" | "insert" | "repeat";
  readonly at: number;
  readonly length: number;
  readonly byte: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom("flip", "set", "cut", "drop", "insert", "repeat"),
  at: fc.nat(100_000),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 200 })),
  // Among all bytes those that mean something to parsers.
  byte: fc.oneof(fc.nat(255), fc.constantFrom(...[0, 9, 10, 13, 32, 34, 44, 58, 91, 92, 93, 123, 125, 127, 128, 192, 224, 237, 240, 255])),
});

/** Changes of bytes, often one. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(edit, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(edit, { minLength: 2, maxLength: 4 }) },
);

/** A changed copy. */
export function edited(bytes: Uint8Array, all: readonly Edit[]): Buffer<ArrayBuffer> {
  let now = Buffer.from(bytes);
  for (const { how, at: place, length, byte } of all) {
    const at = now.length === 0 ? 0 : place % now.length;
    const [before, after] = [now.subarray(0, at), now.subarray(at)];
    if (how === "flip" && after[0] !== undefined) after[0] ^= 1 << (byte % 8);
    else if (how === "set" && after.length > 0) after[0] = byte;
    else if (how === "cut") now = before;
    else if (how === "drop") now = Buffer.concat([before, after.subarray(length)]);
    else if (how === "insert") now = Buffer.concat([before, Buffer.alloc(length, byte), after]);
    else if (how === "repeat") now = Buffer.concat([before, after.subarray(0, length), after]);
  }
  return now;
}
