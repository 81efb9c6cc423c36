import type { RestRoute } from "@a2a/core/internal";
import type { PathTemplate, RestForm } from "@a2a/core/internal/rest";
import { parseTemplate } from "@a2a/core/internal/rest";

/** A path of the HTTP+JSON binding, and what may be asked for there. */
export interface RestPlace {
  /** The routes by their verb. */
  readonly routes: ReadonlyMap<string, RestRoute>;
  /** Members of the params that the path says. */
  readonly members: Readonly<Record<string, string>>;
}

/** Finds what is served at a path below the agent's. */
export type FindRestPlace = (path: string) => RestPlace | undefined;

interface Way {
  readonly template: PathTemplate;
  readonly routes: Map<string, RestRoute>;
}

/**
 * Makes the paths of a method table ready to be looked up. Where several are one path, the one with more given text is meant: a task may be named
 * like a tenant.
 *
 * @see A2A 1.0, section 11.3
 */
export function createRestRoutes(form: RestForm): FindRestPlace {
  const bySegments = new Map<number, Way[]>();
  for (const [path, routes] of pathsOf(form)) {
    const segments = segmentsOf(path);
    bySegments.set(segments, [...(bySegments.get(segments) ?? []), { template: parseTemplate(path), routes }]);
  }
  for (const ways of bySegments.values()) ways.sort((one, other) => other.template.literalLength - one.template.literalLength);
  return (path) => {
    for (const { template, routes } of bySegments.get(segmentsOf(path)) ?? []) {
      const members = template.match(path);
      if (members) return { routes, members };
    }
    return undefined;
  };
}

/** The paths of a form with the routes at each, and the same for tenants. */
function pathsOf({ table: { prefix, tenantPrefix, routes } }: RestForm): Map<string, Map<string, RestRoute>> {
  const paths = new Map<string, Map<string, RestRoute>>();
  for (const route of routes) {
    const path = prefix + route.path;
    for (const each of tenantPrefix === undefined ? [path] : [path, tenantPrefix + path]) {
      const byVerb = paths.get(each) ?? new Map<string, RestRoute>();
      paths.set(each, byVerb.set(route.verb, route));
    }
  }
  return paths;
}

/** How many segments a path has. A parameter that is a path of its own counts as what it is. */
function segmentsOf(path: string): number {
  let segments = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) segments += 1;
  return segments;
}
