import { unreachable } from "@a2a/core/internal";
import { openPostgresStore } from "@a2a/postgres";
import type { TaskStore } from "@a2a/server";
import { readStoreAddress, storeAddresses } from "@a2a/server/internal";
import { openSqliteStore } from "@a2a/sqlite";

/** Opens the store at an address, with the options that nobody has to give. @param options.relaxed does not wait for the disk; default false */
export async function openStore(text = "", { relaxed = false }: { readonly relaxed?: boolean } = {}): Promise<TaskStore> {
  const address = readStoreAddress(text);
  if (!address || address.kind === "memory") throw new TypeError(`a store is ${storeAddresses}, and not memory here`);
  switch (address.kind) {
    case "sqlite":
      return openSqliteStore({ file: address.file, relaxed });
    case "postgres":
      return openPostgresStore({ connectionString: address.connectionString, relaxed });
    default:
      return unreachable(address);
  }
}
