import { DatabaseTaskStore } from "@a2a-js/sdk/server/database";

// The official SDK's store as its documents show it. Its packages are none of this repository's: they are found where the bundle lies.

/** What the SDK's store is given. */
type Connection = ConstructorParameters<typeof DatabaseTaskStore>[0];

/** A database of the official SDK's. */
export interface OfficialDatabase {
  readonly store: DatabaseTaskStore;
  /** Does what is done with a store in one transaction. */
  together(act: (store: DatabaseTaskStore) => Promise<void>): Promise<void>;
}

interface KyselyPackage {
  readonly Kysely: new (options: { readonly dialect: unknown }) => Connection;
  readonly SqliteDialect: new (options: { readonly database: unknown }) => unknown;
  readonly PostgresDialect: new (options: { readonly pool: unknown }) => unknown;
}

interface DriverPackage {
  readonly default: (new (file: string) => unknown) & { readonly Pool: new (options: { readonly connectionString: string }) => unknown };
}

/** Opens a database at `sqlite:FILE` or `postgres://…`, whose tables are there already. */
export async function openOfficialDatabase(address = ""): Promise<OfficialDatabase> {
  const [, file] = /^sqlite:(.+)$/.exec(address) ?? [];
  // By names that are no literals, so that neither compiler nor bundler asks for them.
  const names = { kysely: "kysely", driver: file === undefined ? "pg" : "better-sqlite3" };
  const { Kysely, SqliteDialect, PostgresDialect }: KyselyPackage = await import(names.kysely);
  const { default: driver }: DriverPackage = await import(names.driver);
  const dialect =
    file === undefined
      ? new PostgresDialect({ pool: new driver.Pool({ connectionString: address }) })
      : new SqliteDialect({ database: new driver(file) });
  const database = new Kysely({ dialect });
  return {
    store: new DatabaseTaskStore(database),
    together: (act) => database.transaction().execute((connection: Connection) => act(new DatabaseTaskStore(connection))),
  };
}
