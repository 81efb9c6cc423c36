import type { ErrorName } from "../generated/tables.js";
import { errorsByReason } from "../generated/v1.0/columns.js";
import { domain } from "../generated/v1.0/errors.js";
import type { Struct } from "../generated/v1.0/types.js";
import { isObject } from "./carried.js";

/** Type URL of the detail that names an error: A2A 1.0, section 9.5. */
export const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";

/** The `google.rpc.ErrorInfo` among the details of an error: A2A's own, where something in between has put one of its own beside it. */
export function findErrorInfo(details: unknown): Struct | undefined {
  if (!Array.isArray(details)) return undefined;
  const all = details.filter(isObject).filter((detail) => detail["@type"] === errorInfo);
  return all.find((info) => info.domain === domain) ?? all[0];
}

/** The error that an `ErrorInfo` names: reasons of other domains may mean anything. */
export function errorNamedBy(info: Struct | undefined): ErrorName | undefined {
  if (info?.domain !== domain || typeof info.reason !== "string") return undefined;
  return Object.hasOwn(errorsByReason, info.reason) ? errorsByReason[info.reason] : undefined;
}
