import { Database } from "./database.js";
import type { SqliteDriver } from "./driver/driver.js";
import { loadDriver } from "./driver/load-driver.js";
import { lockFile } from "./file-lock.js";
import { assertFolder } from "./node-folder.js";
import { openWalSync } from "./node-wal-sync.js";
import type { CompleteOptions, SqliteStoreOptions } from "./options.js";
import { completeOptions } from "./options.js";
import { leaveWebhooks } from "./push-configs.js";
import { migrate } from "./schema/migrate.js";
import { migrations } from "./schema/migrations.js";
import type { SqliteStore } from "./sqlite-store.js";
import { createSqliteStore } from "./sqlite-store.js";

/**
 * Opens a file as the store of an agent, for one process at a time. What the process before left is taken up.
 *
 * @throws TypeError for a wrong option, and where there is no driver: it names the packages to install; LocalError `STORAGE` where another process has the
 * file, where it cannot be opened or written, is of a newer version of this package or of another program, and `BAD_RECORD` where it is no database or a damaged one
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const complete = completeOptions(options);
  const driver = await loadDriver(complete.driver);
  assertFolder(complete.file);
  const letGo = complete.takeOver ? undefined : await lockFile(driver, complete);
  try {
    const store = await openWith(driver, complete);
    return { ...store, close: () => Promise.resolve(store.close()).finally(letGo) };
  } catch (error) {
    letGo?.();
    throw error;
  }
}

async function openWith(driver: SqliteDriver, options: CompleteOptions): Promise<SqliteStore> {
  const { file, relaxed } = options;
  const database = new Database(driver, file);
  try {
    database.configure();
    // Counts for files without tables only.
    database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    const hasWal = database.get("PRAGMA journal_mode = WAL")?.journal_mode === "wal";
    // With NORMAL SQLite writes its log to the disk before it overwrites it, and the writer does so before it tells of a commit, without blocking.
    database.exec(`PRAGMA synchronous = ${hasWal || relaxed ? "NORMAL" : "FULL"}`);
    migrate(database, migrations, file);
    const instance = crypto.randomUUID();
    database.transaction(() => {
      database.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('instance', ?)", instance);
      leaveWebhooks(database);
    });
    const wal = hasWal && !relaxed ? await openWalSync(file) : undefined;
    return createSqliteStore({ database, instance, wal }, options);
  } catch (error) {
    database.close();
    throw error;
  }
}
