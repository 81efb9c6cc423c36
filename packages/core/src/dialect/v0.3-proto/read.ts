import { validate } from "../../validate/validate.js";
import type { Validator } from "../../validate/validator.js";
import type { Decoded } from "../dialect.js";
import type { Reading } from "../read-known.js";
import { readKnown } from "../read-known.js";

/** How a value is read that some peers say in the other form of the version. */
export interface EitherForm<W, T> {
  readonly is: Validator<W>;
  readonly reading: Reading;
  /** Whether the value has to be read in the other form, whatever this one makes of it. */
  isTagged(wire: unknown): boolean;
  /** Reads what is valid in this form. */
  decode(wire: W): Decoded<T>;
  /** Reads it in the other form. */
  decodeTagged(wire: unknown): Decoded<T>;
}

/** Reads a value in the form that it is in: one that this form refuses may lack the tag of the other. */
export function readEither<W, T>({ is, reading, isTagged, decode, decodeTagged }: EitherForm<W, T>, wire: unknown): Decoded<T> {
  if (!isTagged(wire)) {
    const own = chained(readKnown(is, reading, wire), decode);
    if (own.ok) return own;
    const other = decodeTagged(wire);
    return other.ok ? { ok: true, value: other.value, tolerated: own.problem } : own;
  }
  const other = decodeTagged(wire);
  const strict = validate(is, wire);
  return !other.ok || strict.ok ? other : { ok: true, value: other.value, tolerated: strict.problem };
}

/** Decodes what was read, if it could be, where decoding can fail too. */
export function chained<W, T>(read: Decoded<W>, decode: (wire: W) => Decoded<T>): Decoded<T> {
  if (!read.ok) return read;
  const decoded = decode(read.value);
  return decoded.ok && read.tolerated ? { ok: true, value: decoded.value, tolerated: read.tolerated } : decoded;
}

/** What a member was read as; undefined where it has not the form that it is to have, which becomes the problem. */
export function formed<T>(value: T | undefined, { is, pointer, expected }: Form): Decoded<T> {
  if (value !== undefined) return { ok: true, value };
  return { ok: false, problem: { pointer, expected, keyword: "pattern", type: is.typeName, clause: is.clauses[is.typeName] ?? "" } };
}

/** What a member is to look like. */
export interface Form {
  /** The type that has the member. */
  readonly is: Validator<unknown>;
  readonly pointer: string;
  readonly expected: string;
}
