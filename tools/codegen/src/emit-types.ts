import type { JSONSchema, Options } from "json-schema-to-typescript";
import { compile } from "json-schema-to-typescript";
import type { Definitions } from "./schema-model.js";
import { typeViews } from "./type-view.js";

const options: Partial<Options> = {
  bannerComment: "",
  additionalProperties: false,
  declareExternallyReferenced: false,
  format: false,
  ignoreMinAndMaxItems: true,
  enableConstEnums: false,
};

/** The `types.ts` of one version: one type per definition, in the order of the schema. */
export async function emitTypes(definitions: Definitions): Promise<string> {
  const types: string[] = [];
  for (const [definition, schema] of Object.entries(definitions)) {
    for (const [name, view] of typeViews(definition, schema)) {
      // safe: a view holds only keywords of JSON Schema and tsType
      const code = await compile({ ...view, title: name } as JSONSchema, name, options);
      if (!new RegExp(`^export (interface|type) ${name}\\b`, "m").test(code)) throw new Error(`${name} would be renamed:\n${code}`);
      types.push(code.replace(/[ \t]+$/gm, ""));
    }
  }
  return types.join("\n");
}
