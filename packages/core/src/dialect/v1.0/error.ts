import type { RpcError } from "../../envelope/response.js";
import type { Violation } from "../../errors/a2a-error.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { errors, errorsByCode, reasons } from "../../generated/v1.0/columns.js";
import { domain } from "../../generated/v1.0/errors.js";
import type { Struct } from "../../generated/v1.0/types.js";
import { isObject } from "../carried.js";
import { errorInfo, errorNamedBy, findErrorInfo } from "../error-info.js";

// Type URLs of other details, A2A 1.0 section 9.5.
const badRequest = "type.googleapis.com/google.rpc.BadRequest";
const struct = "type.googleapis.com/google.protobuf.Struct";

/** Writes an error with `google.rpc.ErrorInfo`, and `google.rpc.BadRequest` where it names places in the request. */
export function encodeError(error: A2AError): RpcError {
  const { code, message } = errors[error.code];
  const details: unknown[] = [
    { "@type": errorInfo, reason: reasons[error.code], domain, metadata: { ...error.metadata, detail: error.message } },
  ];
  if (error.violations.length > 0) {
    const fieldViolations = error.violations.map(({ pointer, expected }) => ({ field: pointer, description: `expected ${expected}` }));
    details.push({ "@type": badRequest, fieldViolations });
  }
  return { code, message, data: details };
}

/**
 * Reads an error: its name by ErrorInfo's reason first, else by its code; what no table knows is `InternalError`. What a server of an older
 * version says, one object in place of the details, is read as the facts that it is.
 */
export function decodeError(wire: RpcError): A2AError {
  return decodeErrorAs(errorsByCode[wire.code] ?? "InternalError", wire);
}

/** Reads an error that says its name in ErrorInfo's reason, if at all. @param otherwise its name where it does not */
export function decodeErrorAs(otherwise: ErrorName, wire: Omit<RpcError, "code">): A2AError {
  const details = detailsOf(wire.data);
  const info = findErrorInfo(details);
  const facts = info ? info.metadata : details.find((detail) => detail["@type"] === struct)?.value;
  const { detail, ...metadata } = stringsOf(facts);
  const code = errorNamedBy(info) ?? otherwise;
  return new A2AError(code, detail ?? wire.message, { metadata, violations: details.flatMap(violationsOf) });
}

function detailsOf(data: unknown): Struct[] {
  if (Array.isArray(data)) return data.filter(isObject);
  if (!isObject(data)) return [];
  return [typeof data["@type"] === "string" ? data : { "@type": struct, value: data }];
}

function violationsOf(detail: Struct): Violation[] {
  if (detail["@type"] !== badRequest || !Array.isArray(detail.fieldViolations)) return [];
  return detail.fieldViolations.filter(isObject).map(({ field, description }) => ({
    pointer: typeof field === "string" ? field : "",
    expected: typeof description === "string" ? description.replace(/^expected /, "") : "",
  }));
}

function stringsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
