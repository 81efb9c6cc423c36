import { validate } from "../validate/validate.js";
import type { Member, Shape, Validator } from "../validate/validator.js";
import { isObject } from "./carried.js";
import type { Decoded } from "./dialect.js";
import { isPadded } from "./padded-base64.js";
import type { Rewrite } from "./read-tolerant.js";

/** How the values of a type are read. */
export interface Reading {
  readonly shape: Shape;
  readonly accept: Rewrite;
  /** What nobody knows stays: a signature covers it. */
  readonly keepsUnknown?: true;
}

/**
 * Validates a value in the JSON of protobuf. One that is refused, or that says something in another way than the schema, is rewritten, rid of the members that
 * nobody knows, and validated once more; all others pass as they are, for the price of a look at their members' names.
 *
 * @see schema/v1.0/examples/tolerated, schema/v0.3-proto/examples/tolerated
 */
export function readKnown<T>(is: Validator<T>, { shape, accept, keepsUnknown }: Reading, wire: unknown): Decoded<T> {
  const strict = validate(is, wire);
  if (strict.ok && isPlain(wire, shape)) return strict;
  const rewritten = accept(wire);
  const tolerant = validate(is, keepsUnknown ? rewritten : withoutUnknown(rewritten, shape));
  // What is valid only where its other names are not read would lose what it says under them.
  if (strict.ok) return tolerant;
  // Where both refuse it, the first may name what would have been tolerated.
  return tolerant.ok ? { ...tolerant, tolerated: strict.problem } : tolerant;
}

/** Whether a valid value has only members that its type has, and its bytes are as they are written. */
function isPlain(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item, shape)) return false;
    return true;
  }
  if (!isObject(value)) return true;
  // A loop over the names alone: lists of entries would be made for every value that is read.
  for (const name in value) {
    const member = memberOf(shape, name);
    if (member === "value") continue;
    if (member === undefined || !isPlainMember(value[name], member)) return false;
  }
  return true;
}

function isPlainMember(value: unknown, member: Exclude<Member, "value">): boolean {
  return member === "base64" ? typeof value !== "string" || isPadded(value) : isPlain(value, member);
}

/** The value without the members that its type lacks, at every depth that a type describes. */
function withoutUnknown(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutUnknown(item, shape));
  if (!isObject(value)) return value;
  const known = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const member = memberOf(shape, name);
    if (member === undefined) return [];
    return [[name, typeof member === "string" ? each : withoutUnknown(each, member)]];
  });
  return Object.fromEntries(known);
}

function memberOf(shape: Shape, name: string): Member | undefined {
  return "each" in shape ? shape.each : shape.members[name];
}
