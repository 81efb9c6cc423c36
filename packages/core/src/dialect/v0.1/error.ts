import type { RpcError } from "../../envelope/response.js";
import type { Violation } from "../../errors/a2a-error.js";
import { A2AError } from "../../errors/a2a-error.js";
import type { ErrorName } from "../../generated/tables.js";
import { errors } from "../../generated/v0.1/errors.js";
import type { Struct } from "../../generated/v1.0/types.js";
import { isObject } from "../carried.js";

/**
 * Writes an error: the standard text of its code, and as data an object with its own text, its facts and the places that it names.
 *
 * @see A2A 0.1, section 6.12
 */
export function encodeError(error: A2AError): RpcError {
  const { code, message } = errors[error.code];
  const violations = error.violations.map(({ pointer, expected }) => ({ pointer, expected }));
  return { code, message, data: { ...error.metadata, detail: error.message, ...(violations.length > 0 && { violations }) } };
}

/**
 * Reads an error: its name by its code alone, for texts differ between documents; what no table knows is `InternalError`. Data of any shape
 * becomes metadata.
 *
 * @see A2A 0.1, section 6.12
 */
export function decodeError({ code, message, data }: RpcError): A2AError {
  const { detail, violations, ...facts } = isObject(data) ? data : toFacts(data);
  const hasDetail = typeof detail === "string";
  const hasViolations = Array.isArray(violations) && violations.every(isViolation);
  const metadata = textsOf({ ...facts, ...(!hasDetail && { detail }), ...(!hasViolations && { violations }) });
  return new A2AError(names.get(code) ?? "InternalError", hasDetail ? detail : message, {
    metadata,
    violations: hasViolations ? violations.map(({ pointer, expected }) => ({ pointer, expected })) : [],
  });
}

function toFacts(data: unknown): Struct {
  return data === undefined || data === null ? {} : { value: data };
}

function textsOf(facts: Struct): Record<string, string> {
  const present = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]));
}

function isViolation(value: unknown): value is Violation {
  return isObject(value) && typeof value.pointer === "string" && typeof value.expected === "string";
}

/** Of several names with one code the first is read. */
const names = new Map<number, ErrorName>();
for (const [name, { code }] of Object.entries(errors)) {
  // safe: the keys of the table are the error names
  if (!names.has(code)) names.set(code, name as ErrorName);
}
