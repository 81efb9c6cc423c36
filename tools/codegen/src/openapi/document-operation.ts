import { queryOf } from "../emit-rest.js";
import type { Definitions, Method, MethodsFile, RestRow, Schema } from "../schema-model.js";
import type { DocumentedPath, PathParameter } from "./document-path.js";
import { componentRef, toComponents } from "./to-components.js";

/** A route of an operation. */
export interface DocumentedRoute extends DocumentedPath {
  readonly operationId: string;
  readonly method: Method;
  readonly route: RestRow;
}

/** What a document is made of. */
export interface DocumentedForm {
  readonly definitions: Definitions;
  readonly headers: MethodsFile["headers"];
  /** Of bodies. */
  readonly mediaTypes: readonly string[];
}

/** An operation as OpenAPI writes it. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<number, object>>;
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** What stands in a document under a path and a verb, but for the errors. */
export function documentOperation(form: DocumentedForm, documented: DocumentedRoute): OperationObject {
  const { operationId, method, parameters } = documented;
  const { query, requestBody } = documentParams(form, documented);
  return {
    operationId,
    summary: operationId.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
    description: `A2A ${method.clause}.`,
    parameters: [
      ...requestHeaders(form.headers).map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
      ...parameters.map((parameter) => documentPathParameter(form.definitions[method.params], parameter)),
      ...query.map(documentQueryParameter),
    ],
    ...(requestBody && { requestBody }),
    responses: { 200: documentResult(form, method) },
  };
}

/** The headers of a version that callers send to an agent. */
export function requestHeaders({ version, extensions }: MethodsFile["headers"]): { readonly name: string; readonly description: string }[] {
  return [
    ...(version === undefined ? [] : [{ name: version, description: "Version of the protocol that is spoken, as Major.Minor." }]),
    ...(extensions === undefined ? [] : [{ name: extensions, description: "URIs of the extensions to activate, separated by commas." }]),
  ];
}

/** Whether a route takes a body. */
export function hasBody({ verb }: RestRow): boolean {
  return verb === "POST";
}

/** What the path leaves of the params: the query, and the body where there is one. */
function documentParams(form: DocumentedForm, documented: DocumentedRoute): { query: Member[]; requestBody?: object } {
  const { method, route, parameters } = documented;
  const inQuery = queryOf(method, route, form.definitions);
  const members = membersOf(form.definitions[method.params]);
  const query = members.filter(({ name }) => name in inQuery);
  if (!hasBody(route)) return { query };
  const body = members.find(({ name }) => name === route.body);
  if (body) return { query, requestBody: requestBody(form, toComponents(body.schema), body.isRequired) };
  if (parameters.length === 0) return { query, requestBody: requestBody(form, componentRef(method.params), true) };
  const left = members.filter(({ name }) => !parameters.some(({ member }) => member === name));
  const required = left.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const schema = {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(left.map((member) => [member.name, toComponents(member.schema)])),
  };
  return { query, requestBody: requestBody(form, schema, required.length > 0) };
}

function requestBody({ mediaTypes }: DocumentedForm, schema: unknown, required: boolean): object {
  return { required, content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])) };
}

function membersOf(type: Schema | undefined): Member[] {
  return Object.entries(type?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    isRequired: type?.required?.includes(name) ?? false,
  }));
}

function documentPathParameter(type: Schema | undefined, { name, member, template }: PathParameter): object {
  const parameter = { name, in: "path", required: true };
  // One step of a resource name: what describes the whole is not about the step.
  if (template !== undefined) return { ...parameter, schema: { type: "string", minLength: 1 } };
  const { description, ...schema } = type?.properties?.[member] ?? {};
  return { ...parameter, ...(description !== undefined && { description }), schema: toComponents(schema) };
}

function documentQueryParameter({ name, schema: { description, ...schema }, isRequired }: Member): object {
  return {
    name,
    in: "query",
    ...(isRequired && { required: true }),
    ...(description !== undefined && { description }),
    schema: toComponents(schema),
  };
}

function documentResult({ definitions, mediaTypes }: DocumentedForm, { result, streaming }: Method): object {
  const { description = result } = definitions[result] ?? {};
  const schema = componentRef(result);
  if (!streaming) return { description, content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])) };
  return {
    description: `Server-Sent Events; the schema is that of each event's data, which is JSON. ${description}`,
    content: { "text/event-stream": { schema } },
  };
}
