// A schema as AJV compiles it best: what asserts nothing is gone, and each union is a keyword of ours (keywords.ts).

import type { Definitions, Schema } from "./schema-model.js";
import { excludedMembers, presenceMembers, refName } from "./schema-model.js";

/** What AJV is given. A `$ref` is the plain name of a type. */
export interface ValidatorView {
  readonly [keyword: string]: unknown;
}

const asserting = ["type", "required", "const", "enum", "minItems", "minLength", "minimum", "maximum"] as const;

/** The schema of one definition. It accepts exactly what the canonical one accepts. */
export function validatorView(schema: Schema, definitions: Definitions): ValidatorView {
  if (schema.$ref) return referenceView(refName(schema.$ref), definitions);
  if (schema.anyOf) return { orNull: refName(schema.anyOf[0]?.$ref ?? "") };
  const view: Record<string, unknown> = {};
  for (const keyword of asserting) if (schema[keyword] !== undefined) view[keyword] = schema[keyword];
  if (schema.format === "date-time") view.format = schema.format;
  // asserts nothing either, but compact shapes are read off the rules
  if (schema.contentEncoding) view.contentEncoding = schema.contentEncoding;
  if (schema.properties) {
    const members = Object.entries(schema.properties).map(([key, member]) => [key, validatorView(member, definitions)]);
    view.properties = Object.fromEntries(members);
  }
  if (schema.items) view.items = validatorView(schema.items, definitions);
  if (typeof schema.additionalProperties === "object") {
    view.additionalProperties = validatorView(schema.additionalProperties, definitions);
  }
  return { ...view, ...unionView(schema, definitions) };
}

/** A reference to a type that accepts everything would cost a loop or a call for nothing. */
function referenceView(name: string, definitions: Definitions): ValidatorView {
  const target = validatorView(definitions[name] ?? {}, {});
  return Object.keys(target).length > 0 ? { $ref: name } : {};
}

function unionView(schema: Schema, definitions: Definitions): ValidatorView {
  const [excluded, ...others] = excludedMembers(schema);
  if (excluded) return others.length > 0 ? { allOf: [excluded, ...others].map((atMostOne) => ({ atMostOne })) } : { atMostOne: excluded };
  if (!schema.oneOf) return {};
  if (!schema.discriminator) return { exactlyOne: presenceMembers(schema) };
  const { propertyName } = schema.discriminator;
  const branches = schema.oneOf.map((branch) => refName(branch.$ref ?? ""));
  return {
    discriminator: { propertyName, values: branches.map((name) => definitions[name]?.properties?.[propertyName]?.const) },
    oneOf: branches.map((name) => ({ $ref: name })),
  };
}
