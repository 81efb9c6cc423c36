import { storeContract } from "@a2a/server/store-contract";
import type { SqliteDriverName } from "@a2a/sqlite";
import { openSqliteStore } from "@a2a/sqlite";
import { describe, test } from "vitest";
import { newPlace } from "./places.js";

const drivers: readonly SqliteDriverName[] = ["node:sqlite", "libsql", "better-sqlite3"];

for (const driver of drivers) {
  // Node 20 has no SQLite of its own, and better-sqlite3 would have to be compiled: they are tried where they are there.
  describe.runIf(await isThere(driver))(`a store over ${driver}`, () => {
    for (const { name, run } of storeContract(() => newPlace({ driver }), { instances: "in turn" })) test(name, run);
  });
}

async function isThere(driver: SqliteDriverName): Promise<boolean> {
  try {
    await (await openSqliteStore({ file: ":memory:", driver })).close();
    return true;
  } catch {
    return false;
  }
}
