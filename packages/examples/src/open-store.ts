import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { readStoreAddress, storeAddresses } from "@a2a/server/internal";
import { UsageProblem } from "./read-csv.js";

/** Opens the store that `A2A_STORE` names; without it a file in out/, so that the next start remembers the tasks of this one. */
export async function openStore(address = "sqlite:out/tasks.db"): Promise<TaskStore> {
  const found = readStoreAddress(address);
  if (!found) throw new UsageProblem(`A2A_STORE must be ${storeAddresses}`);
  if (found.kind === "memory") return createMemoryStore();
  if (found.kind === "postgres") return (await import("@a2a/postgres")).openPostgresStore(found);
  await mkdir(dirname(found.file), { recursive: true });
  return (await import("@a2a/sqlite")).openSqliteStore(found);
}
