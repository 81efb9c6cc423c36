import { emitAliases } from "./emit-errors.js";
import type { ErrorsFile, MethodsFile } from "./schema-model.js";
import { rowsOf } from "./schema-model.js";

/**
 * The `columns.ts` of one version: of the two tables, what dialects read. Rows are whole in `methods.ts` and `errors.ts`; a bundle would have to
 * take all of a row or nothing, and a client reads a quarter.
 */
export function emitColumns({ methods }: MethodsFile, { errors, aliases }: ErrorsFile): string {
  const operations = Object.entries(methods);
  const named = operations.flatMap(([operation, { jsonrpc, jsonrpcAliases = [] }]) =>
    jsonrpc ? [[operation, [jsonrpc, ...jsonrpcAliases]]] : [],
  );
  const optional = operations.flatMap(([operation, { paramsOptional }]) => (paramsOptional ? [operation] : []));
  const names = "Record<Operation, readonly [string, ...string[]]>";
  const { common: rows, refined } = rowsOf({ errors });
  const answers = rows.map(([name, { grpcStatus: _, reason: __, clause: ___, ...answer }]) => [name, answer]);
  const types = [
    ...["ErrorAnswers", "ErrorName", "ErrorsByNumber"],
    ...(refined.length > 0 ? ["RefinedErrorAnswer", "RefinedErrorName"] : []),
  ];
  return `import type { ${types.join(", ")} } from "../tables.js";
import type { Operation } from "./methods.js";

/** The JSON-RPC method names of each operation: the one that is written, then those that are read as well. */
export const methodNames: Readonly<${named.length === operations.length ? names : `Partial<${names}>`}> = ${literal(named)};

/** The operations whose params may be left out. */
export const optionalParams: readonly Operation[] = ${JSON.stringify(optional)};

/** The error that a JSON-RPC code means to a reader: of several the first of the table. */
export const errorsByCode: ErrorsByNumber = ${firstOf(rows.map(([name, { code }]) => [code, name]))};

/** The error that a google.rpc.ErrorInfo reason means to a reader: of several the first of the table. */
export const errorsByReason: Readonly<Record<string, ErrorName>> = ${firstOf(rows.map(([name, { reason }]) => [reason, name]))};

/** How this version answers with each error. */
export const errors: ErrorAnswers = ${literal(answers)};

/** The same for other versions that this one's dialect serves and that say some errors as others. */
export const errorsOfAliases: Readonly<Record<string, ErrorAnswers>> = ${emitAliases(aliases)};

/** The google.rpc.ErrorInfo reason of each error. */
export const reasons: Readonly<Record<ErrorName, string>> = ${literal(rows.map(([name, { reason }]) => [name, reason]))};
${refined.length > 0 ? emitRefined(refined) : ""}`;
}

/** The `facts.ts` of one version: of the two tables, what a client knows of the version before it speaks it. A page loads these of all versions. */
export function emitFacts({ headers, card }: MethodsFile, { errors }: ErrorsFile): string {
  const { headers: cachingHeaders, notModifiedStatus } = card.caching;
  // The last is the agent's own failure: no other 5xx comes from an agent.
  const alone = rowsOf({ errors }).common.filter(
    ([name, { jsonrpcHttpStatus }]) => jsonrpcHttpStatus !== undefined || name === "InternalError",
  );
  return `import type { CachingFacts, ErrorsByNumber, HeaderNames } from "../tables.js";

/** Names of the HTTP headers that this version gives a meaning to. */
export const headers: HeaderNames = ${JSON.stringify(headers)};

/** Paths of the agent card below the origin, the version's own first. */
export const cardPaths: readonly [string, ...string[]] = ${JSON.stringify([card.path, ...(card.otherPaths ?? [])])};

/** What readers have to know to keep a card. */
export const caching: Pick<CachingFacts, "headers" | "notModifiedStatus"> = ${JSON.stringify({ headers: cachingHeaders, notModifiedStatus })};

/** The error that a status of HTTP means where the body says nothing: those that JSON-RPC answers with it, and \`InternalError\`. */
export const errorsByStatus: ErrorsByNumber = ${firstOf(alone.map(([name, { httpStatus }]) => [httpStatus, name]))};
`;
}

function emitRefined(refined: ReturnType<typeof rowsOf>["refined"]): string {
  const answers = refined.map(([name, { clause: _, ...answer }]) => [name, answer]);
  return `
/** How this version answers with the errors that not all versions have. */
export const refinedErrors: Readonly<Record<RefinedErrorName, RefinedErrorAnswer>> = ${literal(answers)};
`;
}

function literal(rows: readonly (readonly unknown[])[]): string {
  return JSON.stringify(Object.fromEntries(rows.map(([name, value]) => [String(name), value])));
}

/** Where several rows have one key, the first of them. */
function firstOf(rows: readonly (readonly [string | number, string])[]): string {
  return literal(rows.filter(([key], at) => rows.findIndex(([each]) => each === key) === at));
}
