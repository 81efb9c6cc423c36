import type { Version } from "@a2a/core";
import { restVersions, versions } from "@a2a/core/internal";
import { loadPart } from "../load-part.js";
import type { TransportFactory } from "./transport-factory.js";

/** JSON-RPC over HTTP, in every version. */
export const jsonRpc: TransportFactory = {
  binding: "JSONRPC",
  versions: versions.map(({ wire }) => wire),
  async create(settings) {
    const { createJsonRpcTransport } = await loadPart("speaks JSON-RPC", () => import("./jsonrpc.js"));
    return createJsonRpcTransport(settings);
  },
};

/** HTTP+JSON. @param load loads what speaks it in the versions of an entry */
export function restBy(load: () => Promise<Pick<TransportFactory, "create">>, spoken: readonly Version[] = restVersions): TransportFactory {
  return {
    binding: "HTTP+JSON",
    versions: spoken,
    async create(settings) {
      const { create } = await loadPart("speaks HTTP+JSON", load);
      return create(settings);
    },
  };
}
