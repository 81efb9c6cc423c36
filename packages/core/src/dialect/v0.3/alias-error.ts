import type { RpcError } from "../../envelope/response.js";
import type { A2AError } from "../../errors/a2a-error.js";
import type { ErrorAnswers } from "../../generated/tables.js";
import { errors, errorsOfAliases } from "../../generated/v0.3/columns.js";
import { encodeObjectError } from "../object-error.js";
import { aliases } from "./version.js";

const [alias = ""] = aliases;

/** The errors of the version before, the only one that is served as well. */
export const aliasErrors: ErrorAnswers = errorsOfAliases[alias] ?? errors;

/** Writes an error for a caller of the version before. */
export function encodeAliasError(error: A2AError): RpcError {
  return encodeObjectError(aliasErrors, error);
}
