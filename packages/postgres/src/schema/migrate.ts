import type { Database } from "../database/database.js";
import { numberIn } from "../database/row.js";
import type { Migration } from "./migrations.js";

/**
 * Brings the tables to the newest version, forward only, all in one transaction. Of several instances that begin at once one does it.
 *
 * @throws TypeError where the tables are of a version that this package does not know
 */
export async function migrate(database: Database, schema: string, migrations: readonly Migration[]): Promise<void> {
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`a2a migrate ${schema}`]);
    // Not IF NOT EXISTS alone: who may not create schemas may be given one.
    const [named] = await query("SELECT count(*)::integer AS count FROM pg_namespace WHERE quote_ident(nspname) = quote_ident($1)", [
      schema.slice(1, -1),
    ]);
    if (!named || numberIn(named, "count") === 0) await query(`CREATE SCHEMA ${schema}`);
    await query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer PRIMARY KEY, since timestamptz NOT NULL)`);
    const [row] = await query(`SELECT coalesce(max(version), 0) AS version FROM ${schema}.schema_version`);
    const version = row ? numberIn(row, "version") : 0;
    if (version > migrations.length) {
      throw new TypeError(
        `the tables in schema ${schema} are of version ${version}, and this package knows versions up to ${migrations.length}: use a newer one`,
      );
    }
    for (const [at, migration] of migrations.entries()) {
      if (at < version) continue;
      await query(migration(schema));
      await query(`INSERT INTO ${schema}.schema_version VALUES ($1, clock_timestamp())`, [at + 1]);
    }
  });
}
