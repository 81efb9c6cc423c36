import type { Dialect } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { RestClientForm, RestForm } from "@a2a/core/internal/rest";
import { parseTemplate, restClientForms, restClientV11, restForms } from "@a2a/core/internal/rest";
import type { Answer, Road, Served, Subject, WireRequest } from "./road.js";
import { bodiesOf, versionHeaderOf } from "./road.js";

/** HTTP+JSON in every version that has it, newest first; 0.3 also as those speak it who send the messages of JSON-RPC. */
export const restSubjects: readonly Subject[] = restForms.flatMap((form) => {
  const subject = subjectOf(form);
  const tagged = dialects.find(({ version }) => version === form.dialect.version && form.dialect.inShapeOf);
  if (!tagged) return [subject];
  const encodeParams: Dialect["encodeParams"] = (operation, params) =>
    ("message" in params ? tagged : form.dialect).encodeParams(operation, params);
  return [subject, { ...subjectOf({ ...form, dialect: { ...form.dialect, encodeParams } }), form: "the words of JSON-RPC" }];
});

function subjectOf(form: RestForm): Subject {
  return {
    binding: "HTTP+JSON",
    dialect: form.dialect,
    statusOf: (code) => form.dialect.errors[code].httpStatus,
    open: (served) => openRoad(served, form),
  };
}

function openRoad({ fetch }: Served, form: RestForm): Road {
  const reader = [...restClientForms, restClientV11].find(({ dialect }) => dialect.version === form.dialect.version);
  if (!reader) throw new TypeError(`nobody reads ${form.dialect.version}`);
  const { decodeError } = reader;
  async function* ask(request: WireRequest): AsyncGenerator<Answer, void> {
    const { url, method, body } = requestOf(form, request);
    const headers = {
      ...versionHeaderOf(form.dialect),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...request.headers,
    };
    const response = await fetch(new Request(url, { method, headers, ...(body !== undefined && { body }) }));
    for await (const { json, type } of bodiesOf(response)) {
      yield response.ok && type !== "error" ? { result: json } : faultOf(decodeError, response, json);
    }
  }
  return { ask };
}

/** Writes a request by hand: the members that the path and the query do not say are the body. */
export function requestOf(
  { table: { prefix, tenantPrefix = "", routes } }: RestForm,
  { operation, wire }: WireRequest,
): { readonly url: string; readonly method: string; readonly body?: string } {
  const route = routes.find((each) => each.operation === operation);
  if (!route || !isObject(wire)) throw new TypeError(`no request for ${operation}`);
  const template = parseTemplate(`${prefix}${wire.tenant === undefined ? "" : tenantPrefix}${route.path}`);
  const rest = Object.entries(wire).filter(([name]) => !template.names.includes(name));
  const url = `http://testbed.test${template.fill(wire)}`;
  if (route.verb === "POST") {
    return { url, method: route.verb, body: JSON.stringify(route.body === undefined ? Object.fromEntries(rest) : wire[route.body]) };
  }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
  return { url: `${url}?${query}`, method: route.verb };
}

/** What a body says that is no result; of a stream that has begun with success 1.0 says the status in its last event. */
function faultOf(decodeError: RestClientForm["decodeError"], response: Response, said: unknown): Answer {
  const status = response.ok && isObject(said) && isObject(said.error) ? Number(said.error.code) : response.status;
  const error = decodeError(status, said);
  if (!error) throw new TypeError(`no error: ${JSON.stringify(said)}`);
  return { error: { code: error.code, status } };
}
