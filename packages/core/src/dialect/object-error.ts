import type { RpcError } from "../envelope/response.js";
import type { Violation } from "../errors/a2a-error.js";
import { A2AError } from "../errors/a2a-error.js";
import type { ErrorAnswers, ErrorName, ErrorsByNumber } from "../generated/tables.js";
import type { Struct } from "../generated/v1.0/types.js";
import { isObject } from "./carried.js";
import { errorNamedBy, findErrorInfo } from "./error-info.js";

/** Writes an error as a version before 1.0 says it: the standard text of its code, and as data an object. */
export function encodeObjectError(errors: ErrorAnswers, error: A2AError): RpcError {
  const { code, message } = errors[error.code];
  const violations = error.violations.map(({ pointer, expected }) => ({ pointer, expected }));
  return { code, message, data: { ...error.metadata, detail: error.message, ...(violations.length > 0 && { violations }) } };
}

/** Reads an error as a version before 1.0 says it. A server that does not serve that version answers in a later one's words. */
export function decodeObjectError(errorsByCode: ErrorsByNumber, wire: RpcError): A2AError {
  return decode(errorNamedBy(findErrorInfo(wire.data)) ?? errorsByCode[wire.code] ?? "InternalError", wire);
}

/** Data of any shape becomes metadata. */
function decode(name: ErrorName, { message, data }: RpcError): A2AError {
  const { detail, violations, ...facts } = toFacts(data);
  const hasDetail = typeof detail === "string";
  const hasViolations = Array.isArray(violations) && violations.every(isViolation);
  const metadata = textsOf({ ...facts, ...(!hasDetail && { detail }), ...(!hasViolations && { violations }) });
  return new A2AError(name, hasDetail ? detail : message, {
    metadata,
    violations: hasViolations ? violations.map(({ pointer, expected }) => ({ pointer, expected })) : [],
  });
}

/** Later versions answer with a list of details, also to a caller whose version they do not serve: their facts are in `metadata`. */
function toFacts(data: unknown): Struct {
  if (isObject(data)) return data;
  const detail: unknown = [findErrorInfo(data), ...(Array.isArray(data) ? data : [])].find(
    (each) => isObject(each) && isObject(each.metadata),
  );
  if (isObject(detail) && isObject(detail.metadata)) return detail.metadata;
  return data === undefined || data === null ? {} : { value: data };
}

function textsOf(facts: Struct): Record<string, string> {
  const present = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]));
}

function isViolation(value: unknown): value is Violation {
  return isObject(value) && typeof value.pointer === "string" && typeof value.expected === "string";
}
