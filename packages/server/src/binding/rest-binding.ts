import type { Dialect } from "@a2a/core/internal";
import type { RestForm } from "@a2a/core/internal/rest";
import { restForms } from "@a2a/core/internal/rest";
import type { FindRestPlace } from "./rest-routes.js";
import { createRestRoutes } from "./rest-routes.js";

/** What HTTP+JSON serves below the agent's path. */
export interface RestBinding {
  /** Newest first. */
  readonly forms: readonly [RestForm, ...RestForm[]];
  readonly find: FindRestPlace;
  /** The version that a path belongs to by how it begins. Where it is not served, nothing else is found there either. */
  versionAt(path: string): RestForm;
}

/** The HTTP+JSON binding of the versions that are served; undefined where none of them has one. */
export function createRestBinding(dialects: readonly Dialect[]): RestBinding | undefined {
  const [newest, ...older] = restForms.filter(({ dialect }) => dialects.some(({ version }) => version === dialect.version));
  if (!newest) return undefined;
  const forms = [newest, ...older] as const;
  const find = createRestRoutes(forms);
  const versionAt = (path: string): RestForm => restForms.find(({ table }) => isBelow(path, table.prefix)) ?? newest;
  return { forms, find: (path) => (forms.includes(versionAt(path)) ? find(path) : undefined), versionAt };
}

/** Names that no tenant can have: paths that begin with them are another version's. */
export function reservedTenants(): readonly string[] {
  return restForms.flatMap(({ table: { prefix } }) => (prefix === "" ? [] : [prefix.slice(1)]));
}

function isBelow(path: string, prefix: string): boolean {
  return prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`));
}
