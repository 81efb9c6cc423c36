import type { ErrorsFile } from "./schema-model.js";
import { rowsOf } from "./schema-model.js";

/** The `statuses.ts` of one version: what its errors are where statuses tell them. */
export function emitStatuses({ errors, byStatus }: ErrorsFile): string {
  const statuses = Object.fromEntries(rowsOf({ errors }).common.map(([name, { grpcStatus }]) => [name, grpcStatus]));
  return `import type { ErrorName, ErrorsByNumber, GrpcStatus } from "../tables.js";

/** The status of gRPC that each error has. */
export const grpcStatuses: Readonly<Record<ErrorName, GrpcStatus>> = ${JSON.stringify(statuses)};

/** The error that a status of gRPC means to a reader where nothing else tells which it is. */
export const errorsByGrpcStatus: Readonly<Partial<Record<string, ErrorName>>> = ${JSON.stringify(byStatus?.grpc)};

/** The error that a status of HTTP means to a reader of HTTP+JSON where nothing else tells which it is. */
export const errorsByHttpStatus: ErrorsByNumber = ${JSON.stringify(byStatus?.http)};
`;
}
