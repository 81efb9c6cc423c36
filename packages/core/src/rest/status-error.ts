import { isObject } from "../dialect/carried.js";
import { errorNamedBy, findErrorInfo } from "../dialect/error-info.js";
import { decodeError, decodeErrorAs, encodeError } from "../dialect/v1.0/error.js";
import type { A2AError } from "../errors/a2a-error.js";
import type { ErrorName } from "../generated/tables.js";
import { errorsByGrpcStatus, errorsByHttpStatus, grpcStatuses } from "../generated/v1.0/statuses.js";
import type { Struct } from "../generated/v1.0/types.js";

/**
 * Writes an error as the JSON of `google.rpc.Status`, with the status of HTTP in place of the code.
 *
 * @see A2A 1.0, section 11.6
 */
export function encodeStatusError(error: A2AError, httpStatus: number): object {
  const { message, data: details } = encodeError(error);
  return { error: { code: httpStatus, status: grpcStatuses[error.code], message, details } };
}

/**
 * Reads the body of an error: its name by ErrorInfo's reason first, then by a JSON-RPC code, then by the status of gRPC, then by that of HTTP. A
 * problem of RFC 9457, as examples of 1.0.0 show it, has the last one only.
 *
 * @returns undefined where the body says no error
 */
export function decodeStatusError(httpStatus: number, body: unknown): A2AError | undefined {
  if (!isObject(body)) return undefined;
  if (isObject(body.error)) return decodeStatus(httpStatus, body.error);
  const { type, title, detail } = body;
  // Frameworks say `detail` alone of a path that they do not know: that is not a task that is not there.
  if (typeof type !== "string" && typeof title !== "string") return undefined;
  return named(errorsByHttpStatus[httpStatus], { message: [detail, title].find((each) => typeof each === "string") ?? "" });
}

function decodeStatus(httpStatus: number, { code, status, message, details }: Struct): A2AError | undefined {
  const rpcCode = typeof code === "number" && code < 0 ? code : 0;
  const given = { message: typeof message === "string" ? message : "", data: details };
  if (rpcCode !== 0 || errorNamedBy(findErrorInfo(details))) return decodeError({ ...given, code: rpcCode });
  const byStatus = typeof status === "string" && Object.hasOwn(errorsByGrpcStatus, status) ? errorsByGrpcStatus[status] : undefined;
  return named(byStatus ?? errorsByHttpStatus[httpStatus], given);
}

function named(name: ErrorName | undefined, given: { readonly message: string; readonly data?: unknown }): A2AError | undefined {
  return name && decodeErrorAs(name, given);
}
