import type { Source } from "../load-schema.js";
import type { BindingsFile, ErrorsFile, MethodsFile, RestRow, SchemaFile } from "../schema-model.js";
import { documentErrors, errorResponses } from "./document-errors.js";
import type { DocumentedForm, DocumentedRoute } from "./document-operation.js";
import { documentOperation, hasBody, requestHeaders } from "./document-operation.js";
import { documentPath } from "./document-path.js";
import { componentsFor } from "./to-components.js";

/** One JSON form of a version: its own types and routes, and the version's headers and errors. */
export interface FormOfVersion {
  readonly wire: string;
  readonly schema: Source<SchemaFile>;
  readonly methods: Source<BindingsFile>;
  readonly headers: MethodsFile["headers"];
  readonly errors: Source<ErrorsFile>;
}

type Rest = NonNullable<BindingsFile["rest"]>;

/** What depends on where an agent is, and the rest. */
export interface OpenApiDocument {
  readonly servers: readonly object[];
  readonly [member: string]: unknown;
}

/** The module with a form's OpenAPI document: its HTTP+JSON binding for those who know no A2A. */
export function emitOpenApi(form: FormOfVersion, rest: Rest): string {
  return `/** What depends on where an agent is, and the rest. */
interface Document {
  readonly servers: readonly { readonly url: string; readonly variables?: Readonly<Record<string, object>> }[];
  readonly [member: string]: unknown;
}

/** The HTTP+JSON binding of A2A ${form.wire} as OpenAPI 3.1, for an agent at the root of its server. */
export const document: Document = ${JSON.stringify(documentForm(form, rest))};
`;
}

/** The OpenAPI document of a form. */
export function documentForm({ wire, schema, methods, headers, errors }: FormOfVersion, rest: Rest): OpenApiDocument {
  const definitions = schema.content.$defs;
  const form: DocumentedForm = { definitions, headers, mediaTypes: [...new Set([rest.mediaType, "application/json"])] };
  const paths: Record<string, Record<string, object>> = {};
  for (const documented of routesOf(methods.content, rest)) {
    const { path, route } = documented;
    const operation = documentOperation(form, documented);
    const responses = { ...operation.responses, ...errorResponses(errors.content, { hasBody: hasBody(route) }) };
    paths[path] = { ...paths[path], [route.verb.toLowerCase()]: { ...operation, responses } };
  }
  const answers = documentErrors(errors.content, form.mediaTypes);
  return {
    openapi: "3.1.0",
    info: { title: `A2A ${wire} over HTTP and JSON`, version: wire, description },
    servers: serversOf(rest),
    paths,
    components: {
      schemas: { ...componentsFor([paths, answers.schemas], definitions), ...answers.schemas },
      parameters: Object.fromEntries(
        requestHeaders(headers).map(({ name, description }) => [name, { name, in: "header", description, schema: { type: "string" } }]),
      ),
      responses: answers.responses,
    },
  };
}

const description =
  "What an agent of the Agent2Agent protocol answers by HTTP and JSON. How callers authenticate differs from agent to agent: the agent's card says it (`securitySchemes`, `securityRequirements`).";

/** Where the paths begin: every one is there also below each tenant. */
function serversOf({ tenantPrefix }: Rest): object[] {
  if (tenantPrefix === undefined) return [{ url: "/" }];
  const names = documentPath(tenantPrefix).parameters.map(({ name }) => name);
  const variable = { default: "default", description: "The tenant to route to, as the agent's card names it." };
  return [{ url: "/" }, { url: tenantPrefix, variables: Object.fromEntries(names.map((name) => [name, variable])) }];
}

/** One route for each operation and verb: the others of a verb are names of old that are understood too. */
function* routesOf({ methods }: BindingsFile, { prefix }: Rest): Generator<DocumentedRoute, void> {
  for (const [operation, method] of Object.entries(methods)) {
    const routes = method.rest ?? [];
    for (const [at, route] of routes.entries()) {
      if (routes.findIndex(({ verb }) => verb === route.verb) < at) continue;
      yield { ...documentPath(prefix + route.path), operationId: operationIdOf(operation, route, at === 0), method, route };
    }
  }
}

function operationIdOf(operation: string, { verb }: RestRow, isFirst: boolean): string {
  return isFirst ? operation : `${operation}By${verb.charAt(0)}${verb.slice(1).toLowerCase()}`;
}
