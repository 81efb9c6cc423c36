/** What SQLite keeps in a column here. */
export type SqlValue = string | number | null;

/** A row by its columns' names; a driver may add members of its own. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A prepared statement. */
export interface SqliteStatement {
  /** @returns how many rows it changed */
  run(values: readonly SqlValue[]): number;
  /** The first row. */
  get(values: readonly SqlValue[]): SqlRow | undefined;
  all(values: readonly SqlValue[]): readonly SqlRow[];
}

/** An open database file. What fails throws an Error whose text or `code` names SQLite's result. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Reaches SQLite: all that the store asks of it, and nothing waits. */
export interface SqliteDriver {
  /** Opens a file, which is made where there is none. */
  open(file: string): SqliteConnection;
}

/** The drivers that are known, in the order in which they are looked for. */
export type SqliteDriverName = "node:sqlite" | "libsql" | "better-sqlite3";
