import { unreachable } from "@a2a/core/internal";
import { openPostgresStore } from "@a2a/postgres";
import type { TaskStore } from "@a2a/server";
import { readStoreAddress, storeAddresses } from "@a2a/server/internal";
import { openSqliteStore } from "@a2a/sqlite";

/** Opens the store at an address, with the options that nobody has to give. */
export async function openStore(text = ""): Promise<TaskStore> {
  const address = readStoreAddress(text);
  if (!address || address.kind === "memory") throw new TypeError(`a store is ${storeAddresses}, and not memory here`);
  switch (address.kind) {
    case "sqlite":
      return openSqliteStore(address);
    case "postgres":
      return openPostgresStore(address);
    default:
      return unreachable(address);
  }
}
