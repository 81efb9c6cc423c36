import type { ErrorsFile } from "./schema-model.js";
import { rowsOf } from "./schema-model.js";

/** The `errors.ts` of one version. */
export function emitErrors({ domain, errors, aliases, refusals }: ErrorsFile): string {
  const { common, refined } = rowsOf({ errors });
  const types = ["ErrorTable", ...(refined.length > 0 ? ["RefinedErrorName", "RefinedErrorRow"] : []), "Refusals"];
  return `import type { ${types.join(", ")} } from "../tables.js";

/** google.rpc.ErrorInfo domain, null where the version has no ErrorInfo. */
export const domain: ${domain === null ? "null" : "string"} = ${JSON.stringify(domain)};

/** How this version says each error. A reader that meets a code takes the first name listed for it. */
export const errors: ErrorTable = ${JSON.stringify(Object.fromEntries(common))};
${refined.length > 0 ? emitRefined(Object.fromEntries(refined)) : ""}
/** The same for other versions that this one's dialect serves and that say some errors as others. */
export const errorsOfAliases: Readonly<Record<string, ErrorTable>> = ${emitAliases(aliases)};

/** What HTTP itself refuses before a method is known. */
export const refusals: Refusals = ${JSON.stringify(refusals)};
`;
}

function emitRefined(refined: ErrorsFile["errors"]): string {
  return `
/** The errors that not all versions have. */
export const refinedErrors: Readonly<Record<RefinedErrorName, RefinedErrorRow>> = ${JSON.stringify(refined)};
`;
}

/** The tables of aliases, made of the constant `errors`. They are a call, because bundlers keep a spread that nobody uses, and what it spreads. */
export function emitAliases(aliases: ErrorsFile["aliases"] = {}): string {
  const tables = Object.entries(aliases).map(([version, others]) => {
    const rows = Object.entries(others).map(([name, other]) => `${name}: errors.${other}`);
    return `${JSON.stringify(version)}: { ...errors, ${rows.join(", ")} }`;
  });
  return tables.length > 0 ? `/*#__PURE__*/ (() => ({ ${tables.join(", ")} }))()` : "{}";
}
