import type { SqliteConnection, SqliteDriver, SqliteDriverName, SqliteStatement, SqlRow, SqlValue } from "./driver.js";

/** What the packages have in common: better-sqlite3's interface. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(values: readonly SqlValue[]): { readonly changes: number };
    get(values: readonly SqlValue[]): unknown;
    all(values: readonly SqlValue[]): readonly unknown[];
  };
  close(): unknown;
}

/** The part of Node's own that is used. */
interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
    get(...values: readonly SqlValue[]): unknown;
    all(...values: readonly SqlValue[]): readonly unknown[];
  };
  close(): void;
}

const names: readonly SqliteDriverName[] = ["node:sqlite", "libsql", "better-sqlite3"];

/**
 * Finds a driver: the one that is asked for, else Node's own where it has one, else a package that is installed.
 *
 * @throws TypeError where there is none; it names the packages
 */
export async function loadDriver(wanted?: SqliteDriverName | SqliteDriver): Promise<SqliteDriver> {
  if (typeof wanted === "object") return wanted;
  const failures: unknown[] = [];
  for (const name of wanted ? [wanted] : names) {
    try {
      const driver = await load(name);
      if (driver) return driver;
    } catch (error) {
      failures.push(error);
    }
  }
  const missing = wanted ? `${wanted} cannot be loaded` : "this runtime has no SQLite of its own, and no package for it is installed";
  throw new TypeError(`${missing}: npm install libsql (or better-sqlite3)`, { cause: failures[0] });
}

async function load(name: SqliteDriverName): Promise<SqliteDriver | undefined> {
  if (name === "node:sqlite") return ofNode();
  // By a variable, so that bundlers and compilers do not ask for what is optional.
  const { default: Database }: { readonly default: new (file: string) => Database } = await import(name);
  return { open: (file) => connectionOf(new Database(file)) };
}

function ofNode(): SqliteDriver | undefined {
  // safe: what Node documents
  const found = process.getBuiltinModule?.("node:sqlite") as { readonly DatabaseSync: new (file: string) => NodeDatabase } | undefined;
  return found && { open: (file) => nodeConnectionOf(new found.DatabaseSync(file)) };
}

function connectionOf(database: Database): SqliteConnection {
  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql): SqliteStatement {
      const statement = database.prepare(sql);
      // Values as one list: a single null would be taken for no values.
      return {
        run: (values) => statement.run(values).changes,
        get: (values) => toRow(statement.get(values)),
        all: (values) => toRows(statement.all(values)),
      };
    },
    close: () => void database.close(),
  };
}

function nodeConnectionOf(database: NodeDatabase): SqliteConnection {
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql): SqliteStatement {
      const statement = database.prepare(sql);
      return {
        run: (values) => Number(statement.run(...values).changes),
        get: (values) => toRow(statement.get(...values)),
        all: (values) => toRows(statement.all(...values)),
      };
    },
    close: () => database.close(),
  };
}

function toRow(row: unknown): SqlRow | undefined {
  // safe: rows of drivers are objects, by the names of their columns
  return row as SqlRow | undefined;
}

function toRows(rows: readonly unknown[]): readonly SqlRow[] {
  // safe: as above
  return rows as readonly SqlRow[];
}
