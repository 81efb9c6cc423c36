import type { ErrorName } from "../generated/tables.js";
import { reasons } from "../generated/v1.0/columns.js";
import { domain } from "../generated/v1.0/errors.js";
import type { Struct } from "../generated/v1.0/types.js";
import { isObject } from "./carried.js";

/** Type URL of the detail that names an error: A2A 1.0, section 9.5. */
export const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";

/** The `google.rpc.ErrorInfo` among the details of an error. */
export function findErrorInfo(details: unknown): Struct | undefined {
  return Array.isArray(details) ? details.filter(isObject).find((detail) => detail["@type"] === errorInfo) : undefined;
}

/** The error that an `ErrorInfo` names: reasons of other domains may mean anything. */
export function errorNamedBy(info: Struct | undefined): ErrorName | undefined {
  if (info?.domain !== domain) return undefined;
  const row = Object.entries(reasons).find(([, reason]) => reason === info.reason);
  // safe: the keys of the table are the error names
  return row?.[0] as ErrorName | undefined;
}
