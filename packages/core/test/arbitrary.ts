import fc from "fast-check";
import type { Definitions, Schema } from "./canonical.js";

/** Any JSON value, small. */
export const anyJson: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 });

/** Valid values of a type, made from its canonical schema: lists of at most three, texts of at most eight, some members that nobody knows. */
export function arbitraryOf(definitions: Definitions, type: string): fc.Arbitrary<unknown> {
  return valuesOf({ $ref: `#/$defs/${type}` }, definitions);
}

function valuesOf(schema: Schema, definitions: Definitions): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(definitions[schema.$ref.slice("#/$defs/".length)] ?? {}, definitions);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf);
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, definitions)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, definitions)));
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, definitions), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object":
      return object(schema, definitions);
    default:
      return anyJson;
  }
}

function text({ format, contentEncoding, minLength }: Schema): fc.Arbitrary<string> {
  if (format === "date-time")
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  if (contentEncoding === "base64") return fc.base64String({ maxLength: 8 });
  return fc.string({ unit: "grapheme", minLength: minLength ?? 0, maxLength: 8 });
}

function object(schema: Schema, definitions: Definitions): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([key, member]) => [key, valuesOf(member, definitions)]);
  const record = (requiredKeys: readonly string[], without: readonly string[]): fc.Arbitrary<object> => {
    const wanted: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members.filter(([key]) => !without.includes(String(key))));
    return fc.record(wanted, { requiredKeys: [...requiredKeys], noNullPrototype: true });
  };
  const required = schema.required ?? [];
  const { not, oneOf } = schema;
  const excluded = (not?.anyOf ?? (not ? [not] : [])).map((pair) => pair.required ?? []);
  const sets = oneOf?.flatMap((branch) => branch.required ?? []);
  const known = sets
    ? fc.oneof(
        ...sets.map((set) =>
          record(
            [...required, set],
            sets.filter((other) => other !== set),
          ),
        ),
      ) // exactly one of them
    : fc.oneof(
        ...[0, 1].map((side) =>
          record(
            required,
            excluded.map((pair) => pair[side] ?? ""),
          ),
        ),
      ); // at most one of each two
  const { additionalProperties } = schema;
  const extra = fc.dictionary(
    fc.string({ maxLength: 8 }),
    typeof additionalProperties === "object" ? valuesOf(additionalProperties, definitions) : anyJson,
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  );
  const unknown = additionalProperties === undefined ? extra.map((map) => prefixed(map)) : extra;
  return fc.tuple(unknown, known).map(([rest, own]) => ({ ...rest, ...own }));
}

/** Members that no version knows. */
function prefixed(map: object): object {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [`x-${key}`, value]));
}
