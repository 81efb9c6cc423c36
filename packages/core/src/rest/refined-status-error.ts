import { isObject } from "../dialect/carried.js";
import { encodeError, refined } from "../dialect/v1.1/error.js";
import type { A2AError } from "../errors/a2a-error.js";
import { refinedErrors } from "../generated/v1.1/columns.js";
import { decodeStatusError, encodeStatusError } from "./status-error.js";

/** Writes an error as 1.0 does; one that 1.1 has a name of its own for, by that. */
export function encodeRefinedStatusError(error: A2AError, httpStatus: number): object {
  const own = error.refined && refinedErrors[error.refined];
  if (!own) return encodeStatusError(error, httpStatus);
  const { message, data: details } = encodeError(error);
  return { error: { code: httpStatus, status: own.grpcStatus, message, details } };
}

/** Reads the body of an error as 1.0 does, and by the names that 1.1 has of its own. @returns undefined where the body says no error */
export function decodeRefinedStatusError(httpStatus: number, body: unknown): A2AError | undefined {
  const error = decodeStatusError(httpStatus, body);
  return error && isObject(body) && isObject(body.error) ? refined(error, body.error.details) : error;
}
