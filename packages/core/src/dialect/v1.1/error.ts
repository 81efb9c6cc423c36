import type { RpcError } from "../../envelope/response.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { RefinedErrorName } from "../../generated/tables.js";
import { domain } from "../../generated/v1.0/errors.js";
import { refinedErrors } from "../../generated/v1.1/columns.js";
import { isObject } from "../carried.js";
import { errorInfo, findErrorInfo } from "../error-info.js";
import { decodeError as decodeErrorV10, encodeError as encodeErrorV10 } from "../v1.0/error.js";

/** Writes an error as 1.0 does; one that this version has a name of its own for, by that. */
export function encodeError(error: A2AError): RpcError {
  const said = encodeErrorV10(error);
  const own = error.refined && refinedErrors[error.refined];
  if (!own || !Array.isArray(said.data)) return said;
  const data = said.data.map((detail: unknown) =>
    isObject(detail) && detail["@type"] === errorInfo ? { ...detail, reason: own.reason } : detail,
  );
  return { code: own.code, message: own.message, data };
}

/** Reads an error as 1.0 does, and by the names that this version has of its own. */
export function decodeError(wire: RpcError): A2AError {
  return refined(decodeErrorV10(wire), wire.data, wire.code);
}

/**
 * Gives an error its own name, where its details say a reason of this version, or nothing but its code says what it is.
 *
 * @param details what stands beside the error on the wire
 */
export function refined(error: A2AError, details: unknown, code?: number): A2AError {
  const name = nameOf(details, code);
  if (!name) return error;
  const { message, violations, metadata, cause } = error;
  return new A2AError(refinedErrors[name].refines, message, { violations, metadata, refined: name, cause });
}

function nameOf(details: unknown, code: number | undefined): RefinedErrorName | undefined {
  const info = findErrorInfo(details);
  // safe: the keys of the table are the names
  const names = Object.keys(refinedErrors) as RefinedErrorName[];
  if (info) return names.find((name) => info.domain === domain && info.reason === refinedErrors[name].reason);
  return names.find((name) => refinedErrors[name].code === code);
}
