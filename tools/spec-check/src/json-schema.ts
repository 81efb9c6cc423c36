// JSON Schema as the published documents write it: draft 7 or 2020-12, with titles, inline objects and unions of all kinds. Ours is part of that.

import type { Item } from "./outline.js";

export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly discriminator?: unknown;
}

export type JsonTypes = ReadonlyMap<string, JsonSchema>;

/** The types of a file, and those that it has as titled branches of an object of which one member is set. */
export function typesOf(definitions: Readonly<Record<string, JsonSchema>>): JsonTypes {
  return new Map(Object.entries(definitions).flatMap(([name, schema]): [string, JsonSchema][] => [[name, schema], ...branchesOf(schema)]));
}

function branchesOf({ oneOf = [], properties = {}, required = [] }: JsonSchema): [string, JsonSchema][] {
  const exclusive = oneOf.flatMap((branch) => branch.required ?? []);
  return oneOf.flatMap(({ title, required: [set = ""] = [] }): [string, JsonSchema][] => {
    if (title === undefined) return [];
    const members = Object.entries(properties).filter(([name]) => name === set || !exclusive.includes(name));
    return [[title, { type: "object", properties: Object.fromEntries(members), required: [...required, set] }]];
  });
}

/** Whether a type is told of by its name; others are told of by what they are wherever they are used. */
export function isNamed(name: string, types: JsonTypes, others: JsonTypes): boolean {
  const schema = types.get(name);
  if (schema?.properties && !isPresenceUnion(schema)) return true;
  return others.has(name) && Boolean(schema?.enum ?? schema?.anyOf ?? schema?.oneOf ?? schema?.properties);
}

/** A type and what it is made of. */
export function itemsOf(name: string, types: JsonTypes, others: JsonTypes): [string, Item][] {
  const { properties, required = [], enum: values, ...schema } = types.get(name) ?? {};
  if (values)
    return [
      [name, { kind: "type", facts: {} }],
      ...values.map((value): [string, Item] => [`${name}.${value}`, { kind: "value", within: name, facts: {} }]),
    ];
  // as the other document says it, be it a union of types or an object of which one member is set
  const isUnion = isPresenceUnion({ ...schema, ...(properties && { properties }) }) && !others.get(name)?.properties;
  if (!properties || isUnion) return [[name, { kind: "type", facts: { type: valueText(schema, types, others) } }]];
  const members = Object.entries(properties).map(([member, value]): [string, Item] => {
    const facts = { type: valueText(value, types, others), required: required.includes(member) ? "yes" : "no" };
    return [`${name}.${member}`, { kind: "member", within: name, facts }];
  });
  return [[name, { kind: "type", facts: {} }], ...members];
}

/** What a value can be, so that two documents say it in the same words. */
export function valueText(schema: JsonSchema, types: JsonTypes, others: JsonTypes): string {
  const { $ref, anyOf, oneOf, items, type, additionalProperties } = schema;
  const either = (words: readonly string[]): string => [...new Set(words.flatMap((word) => word.split(" | ")))].sort().join(" | ");
  const name = $ref?.split("/").at(-1);
  if (name !== undefined) return isNamed(name, types, others) ? name : valueText(types.get(name) ?? {}, types, others);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  if (isPresenceUnion(schema)) return either(oneOf?.flatMap(({ title }) => title ?? []) ?? []);
  const branches = anyOf ?? oneOf;
  if (branches) return either(branches.map((branch) => valueText(branch, types, others)));
  if (items) return `list of (${valueText(items, types, others)})`;
  const isMap = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  if (isMap) return `map of (${valueText(additionalProperties, types, others)})`;
  return type === undefined ? "anything" : either([type].flat());
}

/** An object of which exactly one of several members is set, each a type by its title. */
function isPresenceUnion({ properties, oneOf = [] }: JsonSchema): boolean {
  return properties !== undefined && oneOf.some(({ title }) => title !== undefined);
}
