// Requests over JSON-RPC and HTTP+JSON, made of the schemas of every version and then spoiled.

import type { Operation } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import { restForms } from "@a2a/core/internal/rest";
import fc from "fast-check";
import { arbitraryOf } from "../../../core/test/arbitrary.js";
import { canonicals } from "../../../core/test/canonical.js";
import { requestOf } from "../matrix/rest-road.js";
import { aimed } from "./aim.js";
import { spoiled, spoils, writeJson } from "./spoil-json.js";

/** A request as it is sent, but for the ids of the tasks that are known. */
export interface HttpInput {
  readonly verb: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What an operation is asked in a version, valid by its schema. */
export interface Asked {
  readonly operation: Operation;
  readonly params: unknown;
}

/** Valid params of every operation of a version or form; many of them name tasks that there are. */
export function paramsOf(folder: string): fc.Arbitrary<Asked> {
  const { methods, definitions } = canonicals.find((each) => each.folder === folder) ?? missing(folder);
  const each = Object.entries(methods).map(([operation, { params }]) => {
    const valid = fc.tuple(arbitraryOf(definitions, params), fc.nat()).map(([value, seed]) => aimed(value, seed));
    // safe: the keys of the method table
    const asked = fc.record({ operation: fc.constant(operation as Operation), params: valid });
    return { weight: operation.startsWith("Send") ? 4 : 1, arbitrary: asked };
  });
  return fc.oneof(...each);
}

/** Headers that mean something to the server, rightly and wrongly. */
export const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.record(
  {
    "a2a-version": fc.constantFrom("1.0", "1.0", "0.3", "0.3", "0.1", "", "1.0.7", "9.9", "banana", "1.0, 1.0", "__proto__"),
    "a2a-extensions": fc.constantFrom("https://conformance.example/ext/echo/v1", ",", "", "urn:b,,urn:c", "x".repeat(2000)),
    "x-a2a-extensions": fc.constantFrom("urn:a", ""),
    "last-event-id": fc.constantFrom(
      "0",
      "1",
      "2",
      "99",
      "-1",
      "1.5",
      "1e3",
      "9007199254740993",
      "18446744073709551616",
      "x",
      "",
      "01",
      " 1",
      "1,2",
    ),
    accept: fc.constantFrom("*/*", "application/a2a+json", "text/html", "text/event-stream", ",;=", "application/json;q=0"),
    authorization: fc.constantFrom("Bearer test-token", "Bearer other-token", "Bearer nobody", "Basic x", "Bearer", "x"),
    traceparent: fc.constantFrom("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-0-0-0", "x"),
    "content-encoding": fc.constantFrom("identity", "gzip"),
    "if-none-match": fc.constantFrom("*", '"x"'),
    origin: fc.constantFrom("https://page.example", "null"),
    "x-fuzz-break": fc.constant("1"),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** A few of the headers: most requests have to get past them. */
const someHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Readonly<Record<string, string>>>({}) },
  { weight: 2, arbitrary: headers.map((all) => Object.fromEntries(Object.entries(all).slice(0, 2))) },
  headers,
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  fc.constantFrom("application/a2a+json", "application/json; charset=utf-8", "text/plain", "", "application/json;;", "application/xml"),
);

const query = fc.oneof(
  { weight: 8, arbitrary: fc.constant("") },
  fc.constantFrom("?A2A-Version=1.0", "?A2A-Version=x", "?a=b&a=c", "?%", "?__proto__=1"),
);

/** JSON-RPC in a version. */
function rpcInputs(folder: string): fc.Arbitrary<HttpInput> {
  const { methods } = canonicals.find((each) => each.folder === folder) ?? missing(folder);
  const version = dialects.find((dialect) => `v${dialect.version}` === folder)?.version ?? missing(folder);
  return fc
    .record({ asked: paramsOf(folder), spoils, type: contentType, some: someHeaders, query, id: fc.constantFrom(1, 0, "x", "", null) })
    .map(({ asked: { operation, params }, spoils: all, type, some, query: search, id }) => {
      const envelope = { jsonrpc: "2.0", id, method: methods[operation]?.jsonrpc, params };
      return {
        verb: "POST",
        path: `/${search}`,
        headers: { "a2a-version": version, "content-type": type, ...some },
        body: writeJson(spoiled(envelope, all)),
      };
    });
}

const verbs = fc.oneof(
  { weight: 20, arbitrary: fc.constant(undefined) },
  fc.constantFrom("GET", "POST", "DELETE", "PUT", "HEAD", "PATCH", "OPTIONS"),
);
const pathSpoil = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  fc.record({
    at: fc.nat(100),
    text: fc.constantFrom("/", ":", "%", "%2F", "%00", "..", "?", "&", "=", "é", "*", "v1/", "acme/", "__proto__", "x"),
  }),
);

/** HTTP+JSON in a version. */
function restInputs(form: (typeof restForms)[number], folder: string): fc.Arbitrary<HttpInput> {
  return fc
    .record({ asked: paramsOf(folder), spoils, type: contentType, some: someHeaders, verb: verbs, spoil: pathSpoil })
    .map(({ asked: { operation, params }, spoils: all, type, some, verb, spoil }) => {
      const { url, method, body } = requestIn(form, operation, params);
      const whole = url.replace("http://testbed.test", "");
      const path = spoil ? `${whole.slice(0, spoil.at % whole.length) || "/"}${spoil.text}${whole.slice(spoil.at % whole.length)}` : whole;
      const own = verb ?? method;
      const hasBody = body !== undefined && own !== "GET" && own !== "HEAD";
      return {
        verb: own,
        path,
        headers: { ...(hasBody && { "content-type": type }), ...some },
        ...(hasBody && { body: writeJson(spoiled(JSON.parse(body), all)) }),
      };
    });
}

function requestIn(form: (typeof restForms)[number], operation: Operation, params: unknown): ReturnType<typeof requestOf> {
  // What a path has to say and params lack.
  const there = { id: "KNOWN0", taskId: "KNOWN0", name: "tasks/KNOWN0", parent: "tasks/KNOWN0", ...(isObject(params) && params) };
  const [id, taskId] = [String(there.id) || "x", String(there.taskId) || "x"];
  const route = form.table.routes.find((each) => each.operation === operation);
  const isNamed = route?.path.includes("{name") ?? false;
  const isHook = operation.includes("PushNotificationConfig") && !operation.startsWith("Create") && !operation.startsWith("List");
  const name = isHook ? "tasks/KNOWN0/pushNotificationConfigs/hook" : /^tasks\/[^/]+$/.test(there.name) ? there.name : "tasks/KNOWN0";
  const parent = /^tasks\/[^/]+$/.test(there.parent) ? there.parent : "tasks/KNOWN0";
  const filled: Record<string, unknown> = { ...(isObject(params) && params) };
  if (isNamed) filled.name = name;
  if (route?.path.includes("{parent")) filled.parent = parent;
  if (route?.path.includes("{id")) filled.id = id;
  if (route?.path.includes("{taskId")) filled.taskId = taskId;
  if (filled.tenant === "") delete filled.tenant;
  // A query has texts: what else stands there is written as JSON.
  const texts = Object.entries(filled).map(([key, value]) => [
    key,
    isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value,
  ]);
  return requestOf(form, { operation, wire: route?.verb === "POST" ? filled : Object.fromEntries(texts), headers: {} });
}

const cards: fc.Arbitrary<HttpInput> = fc.record({
  verb: fc.constantFrom("GET", "GET", "HEAD", "POST", "OPTIONS"),
  path: fc.constantFrom(
    "/.well-known/agent-card.json",
    "/.well-known/agent.json",
    "/agent/authenticatedExtendedCard",
    "/extendedAgentCard",
    "/v1/card",
    "/openapi.json",
    "/healthz",
    "/readyz",
    "/.well-known/jwks.json",
  ),
  headers,
});

/** Requests of every version over both bindings of HTTP. */
export const httpInputs: fc.Arbitrary<HttpInput> = fc.oneof(
  ...dialects.map(({ version }) => ({ weight: 8, arbitrary: rpcInputs(`v${version}`) })),
  ...restForms.map((form) => ({
    weight: 8,
    arbitrary: restInputs(form, form.dialect.version === "0.3" ? "v0.3-proto" : `v${form.dialect.version}`),
  })),
  { weight: 1, arbitrary: cards },
);

function missing(folder: string): never {
  throw new TypeError(`no ${folder}`);
}
