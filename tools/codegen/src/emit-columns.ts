import { emitAliases } from "./emit-errors.js";
import type { ErrorsFile, MethodsFile } from "./schema-model.js";

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
  const rows = Object.entries(errors);
  const answers = rows.map(([name, { grpcStatus: _, reason: __, clause: ___, ...answer }]) => [name, answer]);
  return `import type { ErrorAnswers, ErrorName } from "../tables.js";
import type { Operation } from "./methods.js";

/** The JSON-RPC method names of each operation: the one that is written, then those that are read as well. */
export const methodNames: Readonly<${named.length === operations.length ? names : `Partial<${names}>`}> = ${literal(named)};

/** The operations whose params may be left out. */
export const optionalParams: readonly Operation[] = ${JSON.stringify(optional)};

/** How this version answers with each error. */
export const errors: ErrorAnswers = ${literal(answers)};

/** The same for other versions that this one's dialect serves and that say some errors as others. */
export const errorsOfAliases: Readonly<Record<string, ErrorAnswers>> = ${emitAliases(aliases)};

/** The google.rpc.ErrorInfo reason of each error. */
export const reasons: Readonly<Record<ErrorName, string>> = ${literal(rows.map(([name, { reason }]) => [name, reason]))};
`;
}

function literal(rows: readonly (readonly unknown[])[]): string {
  return JSON.stringify(Object.fromEntries(rows.map(([name, value]) => [String(name), value])));
}
