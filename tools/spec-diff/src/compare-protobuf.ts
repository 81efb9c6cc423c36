import { factsOf } from "../../codegen/src/proto-model.js";
import type { Schema } from "../../codegen/src/schema-model.js";
import type { Change, Rule } from "./change.js";
import type { Names, Tell } from "./compare-value.js";

/** What differs in the protobuf facts of a member. */
export function compareFieldFacts(
  before: Schema,
  after: Schema,
  names: Names,
  tell: (kind: Change["kind"], rule: Rule, text: string) => void,
): void {
  const [was, is] = [factsOf(before), factsOf(after)];
  if (was.n === undefined || is.n === undefined) {
    if (was.n !== undefined) tell("removed", "removed", `protobuf number ${was.n}`);
    if (is.n !== undefined) tell("added", "added", `protobuf number ${is.n}`);
    return;
  }
  const type = was.t?.replace(/\w+(?=>?$)/, (name) => names.get(name) ?? name);
  if (was.n !== is.n) tell("changed", "altered", `protobuf number ${is.n}, was ${was.n}`);
  if (type !== is.t) tell("changed", "altered", `protobuf type ${is.t}, was ${was.t}`);
  for (const label of ["repeated", "optional", "oneof", "name"] as const) {
    if (was[label] !== is[label]) tell("changed", "altered", `protobuf's ${label} is ${is[label] ?? "none"}, was ${was[label] ?? "none"}`);
  }
  // a mark for people and linters: no reader or writer of protobuf looks at it
  if (was.required !== is.required) tell("changed", "reworded", `marked REQUIRED in protobuf: ${is.required ?? "as here"}`);
}

/** What differs in the numbers of an enum's values, and in the values that only protobuf has. */
export function compareEnumNumbers(before: Schema, after: Schema, tell: Tell): void {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  for (const [value, number] of Object.entries(was)) {
    const now = is[value];
    if (now === undefined && !before.enum?.includes(value)) tell("removed", "removed", "/x-proto", `protobuf value ${value}`);
    if (now !== undefined && now !== number)
      tell("changed", "altered", `/x-proto/${value}`, `protobuf number of ${value} ${now}, was ${number}`);
  }
  for (const value of Object.keys(is)) {
    if (!(value in was) && !after.enum?.includes(value)) tell("added", "added", "/x-proto", `protobuf value ${value}`);
  }
}

function numbersOf({ "x-proto": facts }: Schema): Readonly<Record<string, number>> {
  // safe: npm run generate checks that an enum's facts are numbers
  return (facts ?? {}) as Readonly<Record<string, number>>;
}
