import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { RestForm } from "@a2a/core/internal/rest";
import { restForms } from "@a2a/core/internal/rest";
import type { FindRestPlace } from "./rest-routes.js";
import { createRestRoutes } from "./rest-routes.js";

/** What HTTP+JSON serves below the agent's path. */
export interface RestBinding {
  /** The versions served, newest first, those in preview last. */
  readonly forms: readonly [RestForm, ...RestForm[]];
  /**
   * The version that a path belongs to by how it begins, and what finds its places; without that where the version is not served. Of several that begin
   * so, the one that the caller names, else the first.
   */
  at(path: string, hint: () => string | undefined): { readonly form: RestForm; readonly find: FindRestPlace | undefined };
}

/** The HTTP+JSON binding of the versions that are served; undefined where none of them has one. */
export function createRestBinding(dialects: readonly Dialect[]): RestBinding | undefined {
  const [newest, ...older] = restForms.filter(({ dialect }) => dialects.some(({ version }) => version === dialect.version));
  if (!newest) return undefined;
  const forms = [newest, ...older] as const;
  const routes = new Map(forms.map((form) => [form, createRestRoutes(form)]));
  const namesakes = new Map(forms.map(({ table }) => [table.prefix, forms.filter((form) => form.table.prefix === table.prefix)]));
  const [newestAtRoot = newest] = namesakes.get("") ?? [];
  return {
    forms,
    at(path, hint) {
      const first = restForms.find(({ table }) => isBelow(path, table.prefix)) ?? newestAtRoot;
      const several = namesakes.get(first.table.prefix) ?? [];
      const form = several.length > 1 ? named(several, hint()) : several[0];
      return { form: form ?? first, find: form && routes.get(form) };
    },
  };
}

/** The version that a caller names, else the first. */
function named(forms: readonly RestForm[], hint = ""): RestForm | undefined {
  const spoken = dialectFor(
    forms.map(({ dialect }) => dialect),
    hint,
  );
  return forms.find(({ dialect }) => dialect === spoken) ?? forms[0];
}

/** Names that no tenant can have: paths that begin with them are another version's. */
export function reservedTenants(): readonly string[] {
  return restForms.flatMap(({ table: { prefix } }) => (prefix === "" ? [] : [prefix.slice(1)]));
}

function isBelow(path: string, prefix: string): boolean {
  return prefix !== "" && (path === prefix || path.startsWith(`${prefix}/`));
}
