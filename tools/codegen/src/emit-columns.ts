import { emitAliases } from "./emit-errors.js";
import { firstOf, literal } from "./literal.js";
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

function emitRefined(refined: ReturnType<typeof rowsOf>["refined"]): string {
  const answers = refined.map(([name, { clause: _, ...answer }]) => [name, answer]);
  return `
/** How this version answers with the errors that not all versions have. */
export const refinedErrors: Readonly<Record<RefinedErrorName, RefinedErrorAnswer>> = ${literal(answers)};
`;
}
