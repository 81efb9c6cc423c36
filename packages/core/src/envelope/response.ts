import type { RequestId } from "./request.js";
import { isRequestId } from "./request.js";

/** The error member of a JSON-RPC 2.0 response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A JSON-RPC 2.0 response whose envelope is in order, or what is wrong with it. */
export type ReadResponse =
  | { readonly ok: true; readonly id: RequestId; readonly result: unknown }
  | { readonly ok: true; readonly id: RequestId; readonly error: RpcError }
  | { readonly ok: false; readonly detail: string };

/** Text before and after a result's JSON, so that bytes made once can be sent to many requests. */
export function resultFrame(id: RequestId): readonly [head: string, tail: string] {
  return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, "}"];
}

/** JSON of a response that carries a result. */
export function encodeResult(id: RequestId, result: unknown): string {
  // One piece: what is joined of several has to be put together again wherever its bytes are counted or written.
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

/** JSON of a response that carries an error. */
export function encodeError(id: RequestId, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

/** Reads the envelope of a parsed response. */
export function readResponse(body: unknown): ReadResponse {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { ok: false, detail: "the body is not a response object" };
  const response: { jsonrpc?: unknown; id?: unknown; result?: unknown; error?: unknown } = body;
  if (response.jsonrpc !== "2.0") return { ok: false, detail: '/jsonrpc is not "2.0"' };
  const id = response.id ?? null;
  if (!isRequestId(id)) return { ok: false, detail: "/id is not a string, an integer or null" };
  if (response.error !== undefined && response.error !== null) {
    return isRpcError(response.error) ? { ok: true, id, error: response.error } : { ok: false, detail: "/error has no code and message" };
  }
  return response.result === undefined ? { ok: false, detail: "neither result nor error" } : { ok: true, id, result: response.result };
}

function isRpcError(value: unknown): value is RpcError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message }: { code?: unknown; message?: unknown } = value;
  return Number.isSafeInteger(code) && typeof message === "string";
}
