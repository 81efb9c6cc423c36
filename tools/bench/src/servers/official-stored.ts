import { DatabaseTaskStore } from "@a2a-js/sdk/server/database";
import { createRequestHandler } from "./official-agent.js";
import { serveOfficial } from "./official-express.js";

// The official SDK's store as its documents show it. Its packages are none of this repository's: they are found where the bundle lies.

interface KyselyPackage {
  readonly Kysely: new (options: { readonly dialect: unknown }) => ConstructorParameters<typeof DatabaseTaskStore>[0];
  readonly SqliteDialect: new (options: { readonly database: unknown }) => unknown;
  readonly PostgresDialect: new (options: { readonly pool: unknown }) => unknown;
}

interface DriverPackage {
  readonly default: (new (file: string) => unknown) & { readonly Pool: new (options: { readonly connectionString: string }) => unknown };
}

const address = process.argv[2] ?? "";
const [, file] = /^sqlite:(.+)$/.exec(address) ?? [];
// By names that are no literals, so that neither compiler nor bundler asks for them.
const names = { kysely: "kysely", driver: file === undefined ? "pg" : "better-sqlite3" };
const { Kysely, SqliteDialect, PostgresDialect }: KyselyPackage = await import(names.kysely);
const { default: driver }: DriverPackage = await import(names.driver);
const dialect =
  file === undefined
    ? new PostgresDialect({ pool: new driver.Pool({ connectionString: address }) })
    : new SqliteDialect({ database: new driver(file) });
serveOfficial(createRequestHandler(new DatabaseTaskStore(new Kysely({ dialect }))));
