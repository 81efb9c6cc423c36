import { isObject } from "../dialect/carried.js";
import { decodeError, encodeError } from "../dialect/v0.3/error.js";
import type { A2AError } from "../errors/a2a-error.js";
import { decodeStatusError } from "./status-error.js";

/** Writes an error as servers of 0.3 do over HTTP+JSON, where no document says how: the error of JSON-RPC. */
export function encodeBareError(error: A2AError): object {
  return encodeError(error);
}

/**
 * Reads the body of an error: that of JSON-RPC, or what later versions say, because some servers answer in those words whatever they are asked.
 *
 * @returns undefined where the body says no error
 */
export function decodeBareError(httpStatus: number, body: unknown): A2AError | undefined {
  if (!isObject(body)) return undefined;
  const { code, message, data } = body;
  if (typeof code !== "number" || typeof message !== "string") return decodeStatusError(httpStatus, body);
  // The codes of JSON-RPC are below 0; what is above is a status.
  return code < 0 ? decodeError({ code, message, data }) : decodeStatusError(httpStatus, { error: body });
}
