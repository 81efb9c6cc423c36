import { pointerTo } from "../json/pointer.js";
import type { Fault, Problem, Validator } from "./validator.js";

interface Wording {
  readonly keyword: string;
  readonly expected: string;
  /** Member of the faulty object that the problem is about. */
  readonly member?: string;
}

/** Puts the fault that a validator has just met into words. */
export function toProblem(is: Validator<unknown>, base: string): Problem {
  const fault = is.errors?.[0];
  if (!fault) throw new TypeError(`is${is.typeName} has no fault to report`);
  const { keyword, expected, member } = word(fault);
  const at = base + fault.path;
  const clause = is.clauses[fault.type] ?? "";
  return { pointer: member === undefined ? at : pointerTo(at, member), expected, keyword, type: fault.type, clause };
}

/** The generator's own keywords (`tools/codegen/src/keywords.ts`) get the name of the standard keyword that they stand for. */
function word({ keyword, params }: Fault): Wording {
  switch (keyword) {
    case "required":
      return { keyword, expected: `the required member ${JSON.stringify(params.missingProperty)}`, member: String(params.missingProperty) };
    case "discriminator":
      return { keyword: "const", expected: `one of ${params.values}`, member: String(params.tag) };
    case "exactlyOne":
      return { keyword: "oneOf", expected: `exactly one of ${params.members}` };
    case "atMostOne":
      return { keyword: "not", expected: `at most one of ${params.members}` };
    case "orNull":
      return { keyword: "type", expected: "an object or null" };
    case "type":
      return { keyword, expected: alternatives(String(params.type)) };
    case "enum":
      return { keyword, expected: `one of ${params.values}` };
    case "const":
      return { keyword, expected: JSON.stringify(params.allowedValue) };
    case "minimum":
    case "maximum":
      return { keyword, expected: `an integer ${params.comparison} ${params.limit}` };
    case "minItems":
      return { keyword, expected: `an array with at least ${params.limit} item${params.limit === 1 ? "" : "s"}` };
    case "minLength":
      return { keyword, expected: "a string that is not empty" };
    case "format":
      return { keyword, expected: "a date-time such as 2026-01-31T12:00:00.000Z" };
    default:
      return { keyword, expected: `what ${keyword} asks for` };
  }
}

const nouns: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** `string,integer,null` as "a string, an integer or null". */
function alternatives(types: string): string {
  return types
    .split(",")
    .map((type) => nouns[type] ?? type)
    .join(", ")
    .replace(/, ([^,]+)$/, " or $1");
}
