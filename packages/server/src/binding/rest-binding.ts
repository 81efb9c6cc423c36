import type { Dialect } from "@a2a/core/internal";
import type { RestForm } from "@a2a/core/internal/rest";
import { restForms } from "@a2a/core/internal/rest";
import type { FindRestPlace } from "./rest-routes.js";
import { createRestRoutes } from "./rest-routes.js";

/** What HTTP+JSON serves below the agent's path. */
export interface RestBinding {
  /** The versions served, newest first. */
  readonly forms: readonly [RestForm, ...RestForm[]];
  /** The version that a path belongs to by how it begins, and what finds its places; without that where the version is not served. */
  at(path: string): { readonly form: RestForm; readonly find: FindRestPlace | undefined };
}

/** The HTTP+JSON binding of the versions that are served; undefined where none of them has one. */
export function createRestBinding(dialects: readonly Dialect[]): RestBinding | undefined {
  const [newest, ...older] = restForms.filter(({ dialect }) => dialects.some(({ version }) => version === dialect.version));
  if (!newest) return undefined;
  const forms = [newest, ...older] as const;
  const routes = new Map(forms.map((form) => [form, createRestRoutes(form)]));
  return {
    forms,
    at(path) {
      const form = restForms.find(({ table }) => isBelow(path, table.prefix)) ?? newest;
      return { form, find: routes.get(form) };
    },
  };
}

/** Names that no tenant can have: paths that begin with them are another version's. */
export function reservedTenants(): readonly string[] {
  return restForms.flatMap(({ table: { prefix } }) => (prefix === "" ? [] : [prefix.slice(1)]));
}

function isBelow(path: string, prefix: string): boolean {
  return prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`));
}
