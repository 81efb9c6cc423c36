import { format } from "../format.js";
import { header } from "../header.js";
import type { VersionSources } from "../load-schema.js";
import { loadSchemas } from "../load-schema.js";
import { emitOpenApi } from "./emit-openapi.js";

/**
 * Turns a `schema/` directory into OpenAPI documents, one for each form that has an HTTP+JSON binding: path to text.
 *
 * @throws SchemaFaults
 */
export async function generateOpenApi(schemaDirectory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const form of loadSchemas(schemaDirectory).folders) {
    const { rest } = form.methods.content;
    if (!rest || isTagged(form)) continue;
    files.set(`openapi-${form.folder}.ts`, header([form.schema, form.methods, form.errors]) + emitOpenApi(form, rest));
  }
  return format(files);
}

/** HTTP+JSON speaks the JSON of protobuf, which has no tags: types with tags are those of JSON-RPC. */
function isTagged({ schema }: VersionSources): boolean {
  return Object.values(schema.content.$defs).some(({ discriminator }) => discriminator);
}
