import type { SqliteConnection, SqliteDriver, SqliteStatement, SqlRow, SqlValue } from "./driver/driver.js";
import { closed, toLocalError } from "./storage-error.js";

// How long another process may hold the file: one that has just been replaced finishes its transaction.
const busyTimeoutMs = 5000;
// The pages of a busy hour: ids of clients, of a `makeId` of one's own and tasks that move are written in no order, and each page that is not here is read again.
const cacheKiB = 32_768;
// 16 MiB: the log is brought into the file rarely, because that blocks, and most pages are written several times until then.
const checkpointPages = 4096;

/** An open file with its prepared statements. Whatever fails is a LocalError. */
export class Database {
  readonly #file: string;
  readonly #connection: SqliteConnection;
  readonly #statements = new Map<string, SqliteStatement>();
  #isOpen = true;

  constructor(driver: SqliteDriver, file: string) {
    this.#file = file;
    this.#connection = this.#try(() => driver.open(file));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sets what holds for the connection, not for the file. */
  configure(): void {
    this.exec(
      `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -${cacheKiB}`,
    );
  }

  exec(sql: string): void {
    this.#try(() => this.#connection.exec(sql));
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#try(() => this.#prepared(sql).run(values));
  }

  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#try(() => this.#prepared(sql).get(values));
  }

  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#try(() => this.#prepared(sql).all(values));
  }

  /** Does several things, all or none. The lock is taken at the beginning, so that nobody comes between reading and writing. */
  transaction<T>(act: () => T): T {
    this.run("BEGIN IMMEDIATE");
    try {
      const result = act();
      this.run("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#connection.close();
  }

  #rollBack(): void {
    try {
      this.run("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself where the disk is full or fails.
    }
  }

  #prepared(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #try<T>(act: () => T): T {
    if (!this.#isOpen) throw closed("is closed");
    try {
      return act();
    } catch (error) {
      throw toLocalError(error, `SQLite file ${this.#file}`);
    }
  }
}
