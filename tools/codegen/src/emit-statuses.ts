import type { ErrorsFile } from "./schema-model.js";
import { rowsOf } from "./schema-model.js";

/** The `statuses.ts` of one version: what its errors are where statuses tell them. */
export function emitStatuses({ errors, byStatus }: ErrorsFile): string {
  const { common, refined } = rowsOf({ errors });
  const statusesOf = (rows: typeof common): string =>
    JSON.stringify(Object.fromEntries(rows.map(([name, { grpcStatus }]) => [name, grpcStatus])));
  const types = ["ErrorName", "ErrorsByNumber", "GrpcStatus", ...(refined.length > 0 ? ["RefinedErrorName"] : [])];
  const ofRefined = `
/** The same of the errors that not all versions have. */
export const refinedGrpcStatuses: Readonly<Record<RefinedErrorName, GrpcStatus>> = ${statusesOf(refined)};
`;
  return `import type { ${types.join(", ")} } from "../tables.js";

/** The status of gRPC that each error has. */
export const grpcStatuses: Readonly<Record<ErrorName, GrpcStatus>> = ${statusesOf(common)};
${refined.length > 0 ? ofRefined : ""}
/** The error that a status of gRPC means to a reader where nothing else tells which it is. */
export const errorsByGrpcStatus: Readonly<Partial<Record<string, ErrorName>>> = ${JSON.stringify(byStatus?.grpc)};

/** The error that a status of HTTP means to a reader of HTTP+JSON where nothing else tells which it is. */
export const errorsByHttpStatus: ErrorsByNumber = ${JSON.stringify(byStatus?.http)};
`;
}
