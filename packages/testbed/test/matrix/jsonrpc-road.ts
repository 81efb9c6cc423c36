import type { Dialect, RpcError } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { Answer, Road, Served, Subject, WireRequest } from "./road.js";
import { bodiesOf, versionHeaderOf } from "./road.js";

/** JSON-RPC in every version, newest first. */
export const jsonrpcSubjects: readonly Subject[] = dialects.map((dialect) => ({
  binding: "JSON-RPC",
  dialect,
  open: (served) => openRoad(served, dialect),
}));

function openRoad({ fetch }: Served, dialect: Dialect): Road {
  async function* ask({ operation, wire, headers }: WireRequest): AsyncGenerator<Answer, void> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: dialect.methodOf(operation), params: wire });
    const all = { "content-type": "application/json", ...versionHeaderOf(dialect), ...headers };
    const response = await fetch(new Request("http://testbed.test/", { method: "POST", headers: all, body }));
    for await (const { json: envelope } of bodiesOf(response)) {
      // safe: the envelope is held against the schema, whole
      const { result, error } = envelope as { readonly result?: unknown; readonly error?: RpcError };
      yield error ? { envelope, error: { code: dialect.decodeError(error).code, status: response.status } } : { envelope, result };
    }
  }
  return { ask };
}
