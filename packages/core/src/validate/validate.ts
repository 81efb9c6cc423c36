import type { Outcome, Problem, Validator } from "./validator.js";
import { toProblem } from "./violations.js";

/**
 * Checks a value and names the first problem: where it is, what was expected, and which clause says so. Never throws.
 *
 * @param base pointer of the value itself, put before the problem's, for instance `/params`
 */
export function validate<T>(is: Validator<T>, value: unknown, base = ""): Outcome<T> {
  try {
    if (is(value)) return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: unreadable(is, base, error) };
  }
  return { ok: false, problem: toProblem(is, base) };
}

/** Parsed JSON cannot come here, only a value made in memory: nested without end, or with members that throw. */
function unreadable(is: Validator<unknown>, base: string, error: unknown): Problem {
  const expected = error instanceof RangeError ? "a value that is nested less deeply" : "a plain JSON value";
  return { pointer: base, expected, keyword: "type", type: is.typeName, clause: is.clauses[is.typeName] ?? "" };
}
