import { header } from "../header.js";
import type { Sources } from "../load-schema.js";
import { emitOpenApi } from "./emit-openapi.js";

/** OpenAPI documents, one for each form of a version that has an HTTP+JSON binding: path to text, not formatted yet. */
export async function generateOpenApi({ folders, forms }: Sources): Promise<Map<string, string>> {
  const files = new Map<string, string>();
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
  return files;
}
