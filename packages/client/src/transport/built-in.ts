import type { Version } from "@a2a/core";
import { LocalError, versions } from "@a2a/core";
import { restVersions } from "@a2a/core/internal";
import { createJsonRpcTransport } from "./jsonrpc.js";
import type { TransportFactory } from "./transport-factory.js";

/** JSON-RPC over HTTP, in every version. */
export const jsonRpc: TransportFactory = {
  binding: "JSONRPC",
  versions: versions.map(({ wire }) => wire),
  create: createJsonRpcTransport,
};

/** HTTP+JSON, which is loaded when it is first used: most agents have JSON-RPC too. */
export function restBy(load: () => Promise<Pick<TransportFactory, "create">>, spoken: readonly Version[] = restVersions): TransportFactory {
  return {
    binding: "HTTP+JSON",
    versions: spoken,
    async create(settings) {
      const { create } = await load().catch((cause: unknown) => {
        throw new LocalError("NETWORK", "the part of this client that speaks HTTP+JSON cannot be loaded", { cause });
      });
      return create(settings);
    },
  };
}
