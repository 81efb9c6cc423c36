import type { BindingsFile, Definitions, Method, RestRow, Schema } from "./schema-model.js";
import { refName } from "./schema-model.js";

/** The `rest.ts` of one version: its routes, each with what the query of a request may say. */
export function emitRest({ rest, methods }: BindingsFile, definitions: Definitions): string {
  const routes = Object.entries(methods).flatMap(([operation, method]) =>
    (method.rest ?? []).map((row) => ({ operation, streaming: method.streaming, ...row, query: queryOf(method, row, definitions) })),
  );
  return `import type { RestTable } from "../tables.js";

/** The HTTP+JSON binding of this version. */
export const rest: RestTable = ${JSON.stringify({ ...rest, routes })};
`;
}

/** What the body does not say: all but the path's members where there is no body, or the body is one member. */
export function queryOf({ params }: Method, { verb, path, body }: RestRow, definitions: Definitions): Record<string, string> {
  if (verb === "POST" && body === undefined) return {};
  const inPath = new Set([...path.matchAll(/\{(\w+)/g)].map(([, name]) => name));
  const members = Object.entries(definitions[params]?.properties ?? {});
  return Object.fromEntries(
    members.flatMap(([name, schema]) => {
      const kind = inPath.has(name) || name === body ? undefined : kindOf(schema, definitions);
      return kind ? [[name, kind]] : [];
    }),
  );
}

/** Objects cannot stand in a query: A2A 1.0, section 11.5. */
function kindOf(schema: Schema, definitions: Definitions): string | undefined {
  const { $ref, type } = schema;
  if ($ref !== undefined) return kindOf(definitions[refName($ref)] ?? {}, definitions);
  if (type === "string" || type === "integer" || type === "boolean") return type;
  return type === "array" ? "list" : undefined;
}
