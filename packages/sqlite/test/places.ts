import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskStore } from "@a2a/server";
import type { StorePlace } from "@a2a/server/store-contract";
import type { SqliteStore, SqliteStoreOptions } from "@a2a/sqlite";
import { openSqliteStore } from "@a2a/sqlite";
import { onTestFinished } from "vitest";

/** A folder of its own for a test, removed after it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "a2a-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a file that is not there yet. */
export function newFile(): string {
  return join(newFolder(), "tasks.db");
}

/** Opens a store that is closed after the test. */
export async function opened(options: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
  const store = await openSqliteStore({ file: newFile(), ...options });
  onTestFinished(() => store.close());
  return store;
}

/** A file for the store's contract. */
export function newPlace(options: Omit<SqliteStoreOptions, "file"> = {}): StorePlace {
  const folder = mkdtempSync(join(tmpdir(), "a2a-sqlite-"));
  const killed: TaskStore[] = [];
  return {
    // The instances of one process do not let go of the file when they are said to be killed.
    open: () => openSqliteStore({ ...options, takeOver: true, file: join(folder, "tasks.db") }),
    kill(store) {
      // As it is after a kill: whatever it has not written is never written, and whoever opens the file has it.
      killed.push(store);
    },
    async remove() {
      for (const store of killed) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
