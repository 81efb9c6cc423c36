import { A2AError } from "@a2a/core";

/**
 * The error for params that are wrong for another reason than their schema.
 *
 * @param pointer JSON Pointer (RFC 6901) into the params; empty: the params as a whole
 */
export function invalidParams(pointer: string, expected: string): A2AError {
  return new A2AError("InvalidParamsError", `${pointer || "the params"}: expected ${expected}`, { violations: [{ pointer, expected }] });
}
