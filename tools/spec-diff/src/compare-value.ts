import type { Schema } from "../../codegen/src/schema-model.js";
import { refName } from "../../codegen/src/schema-model.js";
import { valueText } from "../../codegen/src/value-text.js";
import type { Change, Rule } from "./change.js";

/** Types as they were called by what they are called. */
export type Names = ReadonlyMap<string, string>;

/** Takes note of a change below a type: a pointer from there, and words. */
export type Tell = (kind: Change["kind"], rule: Rule, pointer: string, text: string) => void;

/** What differs in which values a member, an item or a type without members can have. */
export function compareValue(before: Schema, after: Schema, names: Names, at: string, tell: Tell): void {
  const rule = shapeRule(before, after, names);
  if (rule) {
    tell("changed", rule, at, `${valueText(after)}, was ${valueText(before)}`);
    return;
  }
  if (before.enum && after.enum) compareSets(before.enum, after.enum, `${at}/enum`, "value", tell);
  compareLimits(before, after, at, tell);
  for (const inner of ["items", "additionalProperties"] as const) {
    const [was, is] = [before[inner], after[inner]];
    if (typeof was === "object" && typeof is === "object") compareValue(was, is, names, `${at}/${inner}`, tell);
  }
}

/** What is said of a value without a check: texts, defaults and whether it is still to be used. */
export function compareWords(before: Schema, after: Schema, at: string, tell: Tell): void {
  if (before.description !== after.description) tell("changed", "reworded", `${at}/description`, "described in other words");
  if (before["x-clause"] !== after["x-clause"])
    tell("changed", "reworded", `${at}/x-clause`, `clause ${after["x-clause"]}, was ${before["x-clause"]}`);
  if (!before.deprecated && after.deprecated) tell("changed", "deprecated", at, "deprecated");
  if (before.deprecated && !after.deprecated) tell("changed", "deprecated", at, "no longer deprecated");
  const [was, is] = [JSON.stringify(before.default), JSON.stringify(after.default)];
  if (was === is) return;
  if (was === undefined) tell("changed", "relaxed", at, `absent means ${is}`);
  else tell("changed", "altered", at, is === undefined ? `absent no longer means ${was}` : `absent means ${is}, was ${was}`);
}

/** What is one of a closed set: branches of a union or values of an enum. */
export function compareSets(before: readonly string[], after: readonly string[], at: string, what: string, tell: Tell): void {
  for (const name of before) if (!after.includes(name)) tell("removed", "narrowed", at, `${what} ${name}`);
  for (const name of after) if (!before.includes(name)) tell("added", "widened", at, `${what} ${name}`);
}

/** The rule of a change of the kind of value, undefined where it is the same kind. */
function shapeRule(before: Schema, after: Schema, names: Names): Rule | undefined {
  const [was, is] = [kindOf(before, (name) => names.get(name) ?? name), kindOf(after, (name) => name)];
  if (was.join() === is.join()) {
    if (Boolean(before.enum) === Boolean(after.enum)) return undefined;
    return after.enum ? "narrowed" : "widened";
  }
  if (is.includes("any") || was.every((kind) => is.includes(kind))) return "widened";
  if (was.includes("any") || is.every((kind) => was.includes(kind))) return "narrowed";
  if (was.join() === "integer" && is.join() === "number") return "widened";
  if (was.join() === "number" && is.join() === "integer") return "narrowed";
  return "altered";
}

/** The kinds of value that a schema takes: JSON types, constants, names of types. What is within a list or a map is compared by itself. */
function kindOf(schema: Schema, nameOf: (type: string) => string): string[] {
  const { $ref, anyOf, items, type, additionalProperties, contentEncoding } = schema;
  if ($ref !== undefined) return [nameOf(refName($ref))];
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (anyOf) return anyOf.flatMap((branch) => kindOf(branch, nameOf));
  if (items) return ["array"];
  if (typeof additionalProperties === "object") return ["map"];
  if (contentEncoding) return [contentEncoding];
  return type === undefined ? ["any"] : [type].flat();
}

function compareLimits(before: Schema, after: Schema, at: string, tell: Tell): void {
  for (const limit of ["minItems", "minLength", "minimum", "maximum"] as const) {
    const [was, is] = [before[limit], after[limit]];
    if (was === is) continue;
    const isTighter = is !== undefined && (was === undefined || (limit === "maximum" ? is < was : is > was));
    tell("changed", isTighter ? "tightened" : "relaxed", `${at}/${limit}`, `${limit} ${is ?? "none"}, was ${was ?? "none"}`);
  }
  if (before.format === after.format) return;
  const text = `format ${after.format ?? "none"}, was ${before.format ?? "none"}`;
  // the only format that is checked; others are words
  const rule = after.format === "date-time" ? "tightened" : before.format === "date-time" ? "relaxed" : "reworded";
  tell("changed", rule, `${at}/format`, text);
}
