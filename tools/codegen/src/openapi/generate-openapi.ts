import { format } from "../format.js";
import { header } from "../header.js";
import { loadSchemas } from "../load-schema.js";
import { emitOpenApi } from "./emit-openapi.js";

/**
 * Turns a `schema/` directory into OpenAPI documents, one for each form of a version that has an HTTP+JSON binding: path to text.
 *
 * @throws SchemaFaults
 */
export async function generateOpenApi(schemaDirectory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const { folders, forms } = loadSchemas(schemaDirectory);
  for (const version of folders) {
    const { wire, errors } = version;
    const { headers } = version.methods.content;
    for (const { folder, schema, methods } of [version, ...forms.filter((form) => version.forms?.includes(form.folder))]) {
      const { rest } = methods.content;
      if (!rest) continue;
      const sources = [...new Set([schema, methods, version.methods, errors])];
      files.set(`openapi-${folder}.ts`, header(sources) + emitOpenApi({ wire, schema, methods, headers, errors }, rest));
    }
  }
  return format(files);
}
