import type { RpcError } from "../../envelope/response.js";
import type { Violation } from "../../errors/a2a-error.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { domain, errors } from "../../generated/v1.0/errors.js";

// Type URLs of google.rpc details, A2A 1.0 section 9.5.
const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
const badRequest = "type.googleapis.com/google.rpc.BadRequest";

/** Writes an error with `google.rpc.ErrorInfo`, and `google.rpc.BadRequest` where it names places in the request. */
export function encodeError(error: A2AError): RpcError {
  const { code, message, reason } = errors[error.code];
  const details: unknown[] = [{ "@type": errorInfo, reason, domain, metadata: { ...error.metadata, detail: error.message } }];
  if (error.violations.length > 0) {
    const fieldViolations = error.violations.map(({ pointer, expected }) => ({ field: pointer, description: `expected ${expected}` }));
    details.push({ "@type": badRequest, fieldViolations });
  }
  return { code, message, data: details };
}

/** Reads an error: its name by ErrorInfo's reason first, else by its code; what no table knows is `InternalError`. */
export function decodeError(wire: RpcError): A2AError {
  const details = (Array.isArray(wire.data) ? wire.data : [wire.data]).filter(isObject);
  const info = details.find((detail) => detail["@type"] === errorInfo);
  const code = (info?.domain === domain ? nameWhere("reason", info.reason) : undefined) ?? nameWhere("code", wire.code) ?? "InternalError";
  const { detail, ...metadata } = stringsOf(info?.metadata);
  return new A2AError(code, detail ?? wire.message, { metadata, violations: details.flatMap(violationsOf) });
}

function nameWhere(member: "reason" | "code", value: unknown): ErrorName | undefined {
  for (const [name, row] of Object.entries(errors)) {
    // safe: the keys of the table are the error names
    if (row[member] === value) return name as ErrorName;
  }
  return undefined;
}

function violationsOf(detail: Readonly<Record<string, unknown>>): Violation[] {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
