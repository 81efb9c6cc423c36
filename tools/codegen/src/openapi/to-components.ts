import type { Definitions } from "../schema-model.js";
import { refName } from "../schema-model.js";

/** Where a named type stands in a document. */
export function componentRef(type: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${type}` };
}

/** A schema as it stands in a document: verbatim, but that types are found elsewhere, and without what only other generators read. */
export function toComponents(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toComponents);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema).filter(([name]) => name !== "x-proto" && name !== "tsType");
  return Object.fromEntries(
    members.map(([name, value]) => (name === "$ref" ? ["$ref", componentRef(refName(value)).$ref] : [name, toComponents(value)])),
  );
}

/** The types that a document names, and those that these name. */
export function componentsFor(named: object, definitions: Definitions): Record<string, unknown> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name) || !definitions[name]) continue;
      found.add(name);
      look(toComponents(definitions[name]));
    }
  };
  look(named);
  const kept = Object.entries(definitions).filter(([name]) => found.has(name));
  return Object.fromEntries(kept.map(([name, schema]) => [name, toComponents(schema)]));
}
