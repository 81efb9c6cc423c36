import { validate } from "../validate/validate.js";
import type { Validator } from "../validate/validator.js";
import type { Decoded } from "./dialect.js";

/** Rewrites what a published document shows though it breaks its own type; everything else stays, and is refused as before. */
export type Rewrite = (value: unknown) => unknown;

/**
 * Validates a value; one that is refused is rewritten and validated once more, so that right values cost nothing more.
 *
 * @see schema/<version>/examples/tolerated
 */
export function readTolerant<T>(is: Validator<T>, rewrite: Rewrite, wire: unknown): Decoded<T> {
  const strict = validate(is, wire);
  if (strict.ok) return strict;
  const tolerant = validate(is, rewrite(wire));
  return tolerant.ok ? { ...tolerant, tolerated: strict.problem } : strict;
}

/** Maps what was read, if it could be. */
export function mapped<W, T>(read: Decoded<W>, map: (wire: W) => T): Decoded<T> {
  if (!read.ok) return read;
  const value = map(read.value);
  return read.tolerated ? { ok: true, value, tolerated: read.tolerated } : { ok: true, value };
}
