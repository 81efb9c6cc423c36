import { pointerTo } from "../json/pointer.js";
import type { Fault, Problem, Validator } from "./validator.js";

/** Puts the fault that a validator has just met into words. */
export function toProblem(is: Validator<unknown>, base: string): Problem {
  const fault = is.errors?.[0];
  if (!fault) throw new TypeError(`is${is.typeName} has no fault to report`);
  const { path, type, keyword, params } = fault;
  // Of a faulty object, the member that the problem is about.
  const member = params.missingProperty ?? params.tag;
  return {
    pointer: member === undefined ? base + path : pointerTo(base + path, String(member)),
    expected: wordings[keyword]?.(params) ?? `what ${keyword} asks for`,
    keyword: standardKeywords[keyword] ?? keyword,
    type,
    clause: is.clauses[type] ?? "",
  };
}

/** The generator's own keywords (`tools/codegen/src/keywords.ts`), with the standard keywords that they stand for. */
const standardKeywords: Readonly<Record<string, string>> = {
  discriminator: "const",
  exactlyOne: "oneOf",
  atMostOne: "not",
  orNull: "type",
};

const oneOf: Wording = ({ values }) => `one of ${values}`;
const withinBounds: Wording = ({ comparison, limit }) => `an integer ${comparison} ${limit}`;

/** What each keyword expects. */
const wordings: Readonly<Record<string, Wording>> = {
  required: ({ missingProperty }) => `the required member ${JSON.stringify(missingProperty)}`,
  discriminator: oneOf,
  enum: oneOf,
  exactlyOne: ({ members }) => `exactly one of ${members}`,
  atMostOne: ({ members }) => `at most one of ${members}`,
  orNull: () => "an object or null",
  type: ({ type }) => alternatives(String(type)),
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  minimum: withinBounds,
  maximum: withinBounds,
  minItems: ({ limit }) => `an array with at least ${limit} item${limit === 1 ? "" : "s"}`,
  minLength: () => "a string that is not empty",
  format: () => "a date-time such as 2026-01-31T12:00:00.000Z",
};

type Wording = (params: Fault["params"]) => string;

/** `string,integer,null` as "a string, an integer or null". */
function alternatives(types: string): string {
  return types
    .split(",")
    .map((type) => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`))
    .join(", ")
    .replace(/, ([^,]+)$/, " or $1");
}
