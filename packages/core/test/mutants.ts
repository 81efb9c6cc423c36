import type { Definitions, Refusal, Schema } from "./canonical.js";

/** A value in which one rule is broken, and how that has to be reported. */
export interface Mutant extends Refusal {
  readonly value: unknown;
}

/** Where a value stands in the whole: its pointer, and the whole with another value in its place. */
interface Place {
  readonly pointer: string;
  put(value: unknown): unknown;
}

/** All the ways to break one rule of a valid value. */
export function mutantsOf(definitions: Definitions, type: string, value: unknown): Mutant[] {
  return mutants({ $ref: `#/$defs/${type}` }, value, { pointer: "", put: (other) => other }, definitions);
}

function mutants(schema: Schema, value: unknown, at: Place, definitions: Definitions): Mutant[] {
  if (schema.$ref) return mutants(definitions[schema.$ref.slice("#/$defs/".length)] ?? {}, value, at, definitions);
  if (schema.anyOf) return mutants(orNull(schema.anyOf[0] ?? {}, definitions), value, at, definitions);
  const own = [...wrongTypes(schema), ...wrongValues(schema)].map(([keyword, other]) => ({
    keyword,
    pointer: at.pointer,
    value: at.put(other),
  }));
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item, index) => mutants(schema.items ?? {}, item, itemOf(value, index, at), definitions))];
  return isObject(value) ? [...own, ...objectMutants(schema, value, at, definitions)] : own;
}

const samples: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 7.5,
  string: "text",
  array: [],
  object: {},
};

function wrongTypes({ type }: Schema): [keyword: string, value: unknown][] {
  if (type === undefined) return [];
  const right = [type].flat();
  return Object.entries(samples).flatMap(([name, value]) => (right.includes(name) ? [] : [["type", value]]));
}

function wrongValues(schema: Schema): [keyword: string, value: unknown][] {
  const wrong: [string, unknown][] = [];
  if ("const" in schema) wrong.push(["const", "no-such-value"], ["const", 5]);
  if (schema.enum) wrong.push(["enum", "NO_SUCH_VALUE"], ["enum", "toString"]);
  if (schema.minItems) wrong.push(["minItems", []]);
  if (schema.minLength) wrong.push(["minLength", ""]);
  if (schema.minimum !== undefined) wrong.push(["minimum", schema.minimum - 1]);
  if (schema.maximum !== undefined) wrong.push(["maximum", schema.maximum + 1]);
  if (schema.format === "date-time") {
    for (const text of ["yesterday", "2026-01-31", "2026-13-31T12:00:00Z", "2026-01-31T25:00:00Z", "2026-01-31T12:00:00"])
      wrong.push(["format", text]);
  }
  return wrong;
}

function objectMutants(schema: Schema, value: Readonly<Record<string, unknown>>, at: Place, definitions: Definitions): Mutant[] {
  const found: Mutant[] = [];
  for (const name of schema.required ?? []) {
    found.push({ keyword: "required", pointer: memberOf(value, name, at).pointer, value: at.put(without(value, name)) });
  }
  if (schema.oneOf && !schema.properties) return [...found, ...mutants(branchOf(schema, value, definitions), value, at, definitions)];
  const sets = schema.oneOf?.flatMap((branch) => branch.required ?? []) ?? [];
  for (const name of sets) {
    const other = Object.hasOwn(value, name) ? without(value, name) : { ...value, [name]: null };
    found.push({ keyword: "oneOf", pointer: at.pointer, value: at.put(other) });
  }
  for (const { required: [one = "", two = ""] = [] } of schema.not?.anyOf ?? (schema.not ? [schema.not] : [])) {
    found.push({ keyword: "not", pointer: at.pointer, value: at.put({ [one]: "a", [two]: "b", ...value }) });
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
    const rule = known ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : {});
    found.push(...mutants(rule, member, memberOf(value, name, at), definitions));
  }
  return found;
}

function orNull({ $ref = "" }: Schema, definitions: Definitions): Schema {
  return { ...definitions[$ref.slice("#/$defs/".length)], type: ["object", "null"] };
}

/** The branch of a union whose tag the value has. */
function branchOf({ oneOf, required }: Schema, value: Readonly<Record<string, unknown>>, definitions: Definitions): Schema {
  const tag = required?.[0] ?? "";
  return oneOf?.find(({ $ref = "" }) => definitions[$ref.slice("#/$defs/".length)]?.properties?.[tag]?.const === value[tag]) ?? {};
}

function itemOf(list: readonly unknown[], index: number, at: Place): Place {
  return { pointer: `${at.pointer}/${index}`, put: (item) => at.put(list.with(index, item)) };
}

function memberOf(object: Readonly<Record<string, unknown>>, name: string, at: Place): Place {
  const pointer = `${at.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return { pointer, put: (member) => at.put(Object.defineProperty({ ...object }, name, { value: member, enumerable: true })) };
}

function without(object: Readonly<Record<string, unknown>>, name: string): object {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
