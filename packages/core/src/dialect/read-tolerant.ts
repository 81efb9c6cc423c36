import { validate } from "../validate/validate.js";
import type { Outcome, Validator } from "../validate/validator.js";

/** Rewrites what a published document shows though it breaks its own type; everything else stays, and is refused as before. */
export type Rewrite = (value: unknown) => unknown;

/**
 * Validates a value; one that is refused is rewritten and validated once more, so that right values cost nothing more.
 *
 * @see schema/<version>/examples/tolerated
 */
export function readTolerant<T>(is: Validator<T>, rewrite: Rewrite, wire: unknown): Outcome<T> {
  const strict = validate(is, wire);
  if (strict.ok) return strict;
  const tolerant = validate(is, rewrite(wire));
  return tolerant.ok ? tolerant : strict;
}
