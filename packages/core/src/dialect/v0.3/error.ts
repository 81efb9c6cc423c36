import type { RpcError } from "../../envelope/response.js";
import type { A2AError } from "../../errors/a2a-error.js";
import type { ErrorAnswers } from "../../generated/tables.js";
import { errors, errorsOfAliases } from "../../generated/v0.3/columns.js";
import { createErrorMapping } from "../object-error.js";
import { aliases } from "./version.js";

const mapping = createErrorMapping(errors);

const [alias = ""] = aliases;

/** The errors of the version before, the only one that is served as well. */
export const aliasErrors: ErrorAnswers = errorsOfAliases[alias] ?? errors;

/**
 * Writes an error: the standard text of its code, and as data an object with its own text, its facts and the places that it names.
 *
 * @see A2A 0.3, section 6.12
 */
export const encodeError: (error: A2AError) => RpcError = mapping.encodeError;

/**
 * Reads an error: its name by its code alone, for texts differ between peers; what no table knows is `InternalError`.
 *
 * @see A2A 0.3, section 6.12
 */
export const decodeError: (wire: RpcError) => A2AError = mapping.decodeError;

/** Writes an error for a caller of the version before. */
export const encodeAliasError: (error: A2AError) => RpcError = createErrorMapping(aliasErrors).encodeError;
