import { LocalError } from "@a2a/core";
import type { Database } from "../database.js";

/**
 * Makes a file's tables, or brings them to the newest version: forward only, all or nothing.
 *
 * @throws LocalError `STORAGE` where the file is of a newer version, or of another program
 */
export function migrate(database: Database, migrations: readonly string[], file: string): void {
  database.transaction(() => {
    const version = versionOf(database, file);
    if (version > migrations.length) {
      throw refused(
        `${file} has been written by a newer @a2a/sqlite: its tables are version ${version}, this one knows ${migrations.length}`,
      );
    }
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.run("UPDATE schema_version SET version = ?", migrations.length);
  });
}

function versionOf(database: Database, file: string): number {
  const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name);
  if (tables.includes("schema_version")) return Number(database.get("SELECT version FROM schema_version")?.version);
  if (tables.length > 0) throw refused(`${file} is a database of something else`);
  database.exec("CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (0)");
  return 0;
}

function refused(why: string): LocalError {
  return new LocalError("STORAGE", why);
}
