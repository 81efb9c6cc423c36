// A schema as json-schema-to-typescript reads it best: references by name, presence unions spelled out, annotations as JSDoc tags.

import type { Schema } from "./schema-model.js";
import { presenceMembers, refName } from "./schema-model.js";

/** What json-schema-to-typescript is given. */
export interface TypeView {
  readonly tsType?: string;
  readonly description?: string | undefined;
  readonly [keyword: string]: unknown;
}

const never: TypeView = { tsType: "never" };

/** The named types that one definition becomes, in the order in which they are written. */
export function typeViews(name: string, schema: Schema): [name: string, view: TypeView][] {
  const members = presenceMembers(schema);
  const titles = schema.oneOf?.flatMap((branch) => branch.title ?? []) ?? [];
  if (!members) return [[name, { ...typeView(schema), description: comment(schema, schema.description) }]];
  const description = comment(schema, schema.description);
  const branches = members.map((member) => branchView(schema, members, member));
  if (titles.length === 0) return [[name, { description, oneOf: branches }]];
  const named = titles.map((title, index): [string, TypeView] => {
    return [title, { ...branches[index], description: comment(schema, `A ${name} whose \`${members[index]}\` is set.`) }];
  });
  return [[name, { description, oneOf: titles.map((title) => ({ tsType: title })) }], ...named];
}

/** The object with one member of the union set and its siblings impossible. */
function branchView(schema: Schema, members: readonly string[], set: string): TypeView {
  const properties = Object.entries(schema.properties ?? {}).map(([key, member]) => {
    return [key, members.includes(key) && key !== set ? never : memberView(member)];
  });
  return { type: "object", required: [...(schema.required ?? []), set], properties: Object.fromEntries(properties) };
}

function memberView(schema: Schema): TypeView {
  const description = comment(schema, schema.description);
  return description ? { ...typeView(schema), description } : typeView(schema);
}

/** The schema without its annotations. */
function typeView(schema: Schema): TypeView {
  if (schema.$ref) return { tsType: refName(schema.$ref) };
  if (schema.tsType) return { tsType: schema.tsType };
  if (schema.oneOf) return { oneOf: schema.oneOf.map(typeView) };
  if (schema.anyOf) return { anyOf: schema.anyOf.map(typeView) };
  if (schema.type === "object") return objectView(schema);
  if (schema.type === "array") return { type: "array", items: typeView(schema.items ?? {}) };
  if (schema.const !== undefined) return { const: schema.const };
  return { type: schema.type, ...(schema.enum && { enum: schema.enum }) };
}

function objectView({ properties, required, additionalProperties }: Schema): TypeView {
  // json-schema-to-typescript would write {}, which anything is assignable to
  if (!properties && additionalProperties === undefined) return { tsType: "{ [key: string]: never }" };
  const views = Object.entries(properties ?? {}).map(([key, member]) => [key, memberView(member)]);
  return {
    type: "object",
    required,
    properties: Object.fromEntries(views),
    additionalProperties: typeof additionalProperties === "object" ? typeView(additionalProperties) : (additionalProperties ?? false),
  };
}

/** A JSDoc text: what it is first, then the annotations that TypeScript has no syntax for. */
function comment(schema: Schema, text: string | undefined): string | undefined {
  const tags = [
    schema.default !== undefined && `@default ${JSON.stringify(schema.default)}`,
    (schema.format ?? schema.contentEncoding) && `@format ${schema.format ?? schema.contentEncoding}`,
    schema["x-clause"] && `@see A2A ${schema["x-clause"]}`,
    schema.deprecated && "@deprecated",
  ].filter((tag) => typeof tag === "string");
  if (tags.length === 0) return text;
  return [text, "", ...tags].join("\n");
}
