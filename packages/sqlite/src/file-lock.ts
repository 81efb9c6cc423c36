import { LocalError } from "@a2a/core";
import type { SqliteConnection, SqliteDriver } from "./driver/driver.js";
import { toLocalError } from "./storage-error.js";

// How often it is looked whether another process has let go.
const lookEveryMs = 50;

/** How a file is held. */
export interface LockOptions {
  readonly file: string;
  /** How long another process is waited for that has it. */
  readonly lockTimeoutMs: number;
}

/**
 * Holds a file against other processes, by a lock on another one beside it. The operating system lets go with the process, however that ends: after a
 * kill the next one need not wait.
 *
 * @returns what lets go
 * @throws LocalError `STORAGE` where another process has the file
 */
export async function lockFile(driver: SqliteDriver, { file, lockTimeoutMs }: LockOptions): Promise<() => void> {
  if (file === ":memory:") return () => undefined;
  const connection = open(driver, `${file}-lock`);
  try {
    connection.exec("PRAGMA busy_timeout = 0");
    const until = Date.now() + lockTimeoutMs;
    while (!isLocked(connection, file)) {
      if (Date.now() >= until) throw new LocalError("STORAGE", `${file} is in use by another process`);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return () => connection.close();
  } catch (error) {
    connection.close();
    throw error;
  }
}

function open(driver: SqliteDriver, file: string): SqliteConnection {
  try {
    return driver.open(file);
  } catch (error) {
    throw toLocalError(error, `SQLite file ${file}`);
  }
}

/** Begins a transaction that nobody ends: SQLite keeps its lock until the connection is closed. */
function isLocked(connection: SqliteConnection, file: string): boolean {
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw toLocalError(error, `SQLite file ${file}-lock`);
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || error.message.includes("database is locked");
}
