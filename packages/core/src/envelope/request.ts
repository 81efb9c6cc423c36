/** Identifier of a JSON-RPC request. */
export type RequestId = string | number | null;

/** A JSON-RPC 2.0 request whose envelope is in order; its params are not looked at. */
export interface RpcRequest {
  /** Null where the request has none. */
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  /** Whether the `jsonrpc` member is there; what its absence means is a matter of the protocol version. */
  readonly declared: boolean;
}

/** A request, or why the body is none and the id that the refusal echoes. */
export type ReadRequest =
  | { readonly ok: true; readonly request: RpcRequest }
  | { readonly ok: false; readonly id: RequestId; readonly detail: string };

/** Reads the envelope of a parsed body. Refuses batches, primitives, another `jsonrpc`, ids that cannot be echoed, a missing method. */
export function readRequest(body: unknown): ReadRequest {
  if (Array.isArray(body)) return { ok: false, id: null, detail: "batches are not supported: the body is one request object" };
  if (typeof body !== "object" || body === null) return { ok: false, id: null, detail: "the body is not a request object" };
  const { jsonrpc, id = null, method, params }: { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown } = body;
  if (!isRequestId(id)) return { ok: false, id: null, detail: "/id is not a string, an integer up to 2^53-1 or null" };
  if (jsonrpc !== undefined && jsonrpc !== "2.0") return { ok: false, id, detail: '/jsonrpc is not "2.0"' };
  if (typeof method !== "string") return { ok: false, id, detail: "/method is not a string" };
  return { ok: true, request: { id, method, params, declared: jsonrpc !== undefined } };
}

/** Whether a value can be the id of a request and be echoed without loss. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || value === null || Number.isSafeInteger(value);
}
