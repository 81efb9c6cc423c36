import type { Operation, RestRoute, RestTable } from "@a2a/core/internal";
import { A2AError, isObject } from "@a2a/core/internal";
import type { PathTemplate } from "@a2a/core/internal/rest";
import { parseTemplate } from "@a2a/core/internal/rest";
import type { WireRequest } from "./ask-over-http.js";

/** Writes params as a request; several where one may not be understood, in that order; none where the version has no such operation. */
export type WriteRequests = (operation: Operation, wire: unknown) => readonly WireRequest[];

/**
 * Reads a version's routes. An operation that has its path in several verbs may be known to a peer in only one of them.
 *
 * @see A2A 1.0, section 11.3
 */
export function requestsOf({ prefix, tenantPrefix = "", routes }: RestTable, url: string): WriteRequests {
  const ways = routes.map((route): Way => {
    const paths = new Set([`${prefix}${tenantPrefix}${route.path}`, `${prefix}${route.path}`]);
    return { route, templates: [...paths].map(parseTemplate) };
  });
  return (operation, wire) => {
    const first = ways.find(({ route }) => route.operation === operation);
    const params = isObject(wire) ? wire : {};
    return ways
      .filter(({ route }) => route.operation === operation && route.path === first?.route.path)
      .map((way) => written(way, params, url));
  };
}

/** A route, with its path as it is for a tenant, then without. */
interface Way {
  readonly route: RestRoute;
  readonly templates: readonly PathTemplate[];
}

/** @throws A2AError what an agent would answer to an id that no path can say */
function written({ route, templates }: Way, params: Readonly<Record<string, unknown>>, base: string): WireRequest {
  for (const template of templates) {
    const path = template.fill(params);
    if (path === undefined) continue;
    const left = Object.entries(params).filter(([name]) => !template.names.includes(name));
    const { verb, body, query } = route;
    const url = new URL(base);
    url.pathname = url.pathname.replace(/\/$/, "") + path;
    for (const [name, value] of left) if (Object.hasOwn(query, name)) append(url.searchParams, name, value);
    if (verb !== "POST") return { verb, url: url.href };
    return { verb, url: url.href, body: JSON.stringify(body === undefined ? Object.fromEntries(left) : params[body]) };
  }
  throw unsayable(templates.at(-1)?.names ?? [], params);
}

/** Lists are repeated: A2A 1.0, section 11.5. */
function append(query: URLSearchParams, name: string, value: unknown): void {
  for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) query.append(name, String(each));
}

function unsayable(names: readonly string[], params: Readonly<Record<string, unknown>>): A2AError {
  const missing = names.find((name) => typeof params[name] !== "string" || /(^|\/)$/.test(params[name]));
  if (missing === undefined) return new A2AError("TaskNotFoundError", `no path says ${JSON.stringify(params)}`);
  const violation = { pointer: `/${missing}`, expected: "a string that is not empty" };
  return new A2AError("InvalidParamsError", `${violation.pointer}: expected ${violation.expected}`, { violations: [violation] });
}
