import { LocalError } from "@a2a/core";
import type { CustomTypesConfig, Pool, PoolClient } from "pg";
import pg from "pg";
import { isConnectionLoss } from "./connection-loss.js";
import type { Row } from "./row.js";

/** A statement that is prepared once per connection, by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Sends one statement. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** What a database is reached with. */
export interface DatabaseOptions {
  readonly pool: Pool;
  /** Whether the pool is ended with it. */
  readonly ownsPool: boolean;
  /** Whether statements are prepared. */
  readonly prepare: boolean;
  /** What their names begin with: a pool may be shared. */
  readonly prefix: string;
  /** For how long what failed because of the connection is tried again. */
  readonly retryMs: number;
}

/** A connection that is kept for what cannot wait for others. */
export interface Reserved {
  readonly client: PoolClient;
  /** Called where it turns out to be broken. */
  onLost(error: unknown): void;
}

const firstRetryMs = 25;
const maxRetryMs = 1000;

// What the process has told pg to make of types is no concern of ours.
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === "t"],
  [23, Number],
  [701, Number],
]);
const types: CustomTypesConfig = { getTypeParser: (oid: number) => parsers.get(oid) ?? ((text: string) => text) };

/** The way to PostgreSQL: a pool of connections, and patience where they break. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #pauses = new Set<() => void>();
  readonly #calls = new Set<Promise<unknown>>();
  #reserved: Reserved | undefined;
  #isEnding = false;
  #isClosed = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /**
   * Sends a statement, once more where the connection broke, for a while.
   *
   * @param values what it is sent with; `again` says that an attempt before may have been carried out
   * @throws LocalError `NETWORK` where the server could not be reached for too long, `CLOSED` after `settle`
   */
  async call(statement: Statement, values: (again: boolean) => readonly unknown[]): Promise<Row[]> {
    if (this.#isEnding) throw closed();
    const calling = this.patiently((again) => this.once(statement, values(again)));
    this.#calls.add(calling);
    try {
      return await calling;
    } finally {
      this.#calls.delete(calling);
    }
  }

  /** Does something, once more where the connection broke, for a while. */
  async patiently<T>(act: (again: boolean) => Promise<T>): Promise<T> {
    const end = Date.now() + this.#options.retryMs;
    let waitMs = firstRetryMs;
    for (let again = false; ; again = true) {
      try {
        return await act(again);
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        if (Date.now() + waitMs > end || this.#isEnding) throw lost(error);
      }
      await this.#pause(waitMs);
      waitMs = Math.min(2 * waitMs, maxRetryMs);
    }
  }

  /** Sends a statement, one time. */
  async once({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    this.#assertOpen();
    const { rows } = await this.#options.pool.query({ ...this.#named(name), text, values: [...values], types });
    return rows;
  }

  /**
   * Sends what is not to wait for others, one time: on the connection that is reserved for that, where there is one, else on one of its own.
   *
   * @param timeoutMs after so long a connection counts as broken; a statement is sent on another one then, so that it may be carried out twice
   */
  async urgently({ name, text }: Statement, values: readonly unknown[], timeoutMs: number): Promise<Row[]> {
    this.#assertOpen();
    const reserved = this.#reserved;
    if (!reserved) return this.#alone(text, values, timeoutMs);
    try {
      const query = { ...this.#named(name), text, values: [...values], types, query_timeout: timeoutMs };
      return (await reserved.client.query(query)).rows;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      reserved.onLost(error);
      return this.#alone(text, values, timeoutMs);
    }
  }

  /** Not a connection of the pool: those may be broken as well, without anybody knowing it. */
  async #alone(text: string, values: readonly unknown[], timeoutMs: number): Promise<Row[]> {
    const { options } = this.#options.pool;
    // A pool hides its password from those who list its options.
    const { password } = options;
    const client = new pg.Client({
      ...options,
      ...(password !== undefined && { password }),
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    // What breaks is found out by what is sent.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query({ text, values: [...values], types })).rows;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /** Keeps a connection for what is urgent; none from here on where it is left out. */
  reserve(reserved?: Reserved): void {
    this.#reserved = reserved;
  }

  /** Does several things together, all or none. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    // What breaks between two queries is found out by the next one.
    const onError = (): void => undefined;
    const client = await this.connect(onError);
    let failed: unknown;
    try {
      await client.query("BEGIN");
      const result = await work(async (text, values) => (await client.query({ text, values: [...(values ?? [])], types })).rows);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      client.off("error", onError);
      // A connection on which something failed is not used again: that ends the transaction too.
      client.release(failed !== undefined);
    }
  }

  /** A connection of one's own, to be released. @param onError told when it breaks: without a listener from the first moment on, that would end the process */
  connect(onError: (error: unknown) => void): Promise<PoolClient> {
    this.#assertOpen();
    return new Promise((resolve, reject) => {
      this.#options.pool.connect((error, client) => {
        if (error || !client) return reject(error);
        client.on("error", onError);
        resolve(client);
      });
    });
  }

  /** Takes no more calls, and waits for those that have been made; none of them is tried again. */
  async settle(): Promise<void> {
    this.#isEnding = true;
    for (const stop of this.#pauses) stop();
    await Promise.allSettled(this.#calls);
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#options.ownsPool) await this.#options.pool.end();
  }

  #named(name: string): { readonly name?: string } {
    const { prepare, prefix } = this.#options;
    return prepare ? { name: prefix + name } : {};
  }

  #assertOpen(): void {
    if (this.#isClosed) throw closed();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(stop);
        resolve();
      };
      const timer = setTimeout(stop, ms);
      this.#pauses.add(stop);
    });
  }
}

function closed(): LocalError {
  return new LocalError("CLOSED", "the store is closed");
}

function lost(cause: unknown): LocalError {
  return new LocalError("NETWORK", "PostgreSQL cannot be reached", { cause });
}
