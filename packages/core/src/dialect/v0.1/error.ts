import type { RpcError } from "../../envelope/response.js";
import type { A2AError } from "../../errors/a2a-error.js";
import { errors } from "../../generated/v0.1/columns.js";
import { createErrorMapping } from "../object-error.js";

const mapping = createErrorMapping(errors);

/**
 * Writes an error: the standard text of its code, and as data an object with its own text, its facts and the places that it names.
 *
 * @see A2A 0.1, section 6.12
 */
export const encodeError: (error: A2AError) => RpcError = mapping.encodeError;

/**
 * Reads an error: its name by its code alone, for texts differ between peers; what no table knows is `InternalError`.
 *
 * @see A2A 0.1, section 6.12
 */
export const decodeError: (wire: RpcError) => A2AError = mapping.decodeError;
