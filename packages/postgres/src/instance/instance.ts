import type { Database, Statement } from "../database/database.js";
import type { Row } from "../database/row.js";
import { numberIn } from "../database/row.js";

/** What an instance is made of. */
export interface InstanceOptions {
  readonly database: Database;
  /** Quoted already. */
  readonly schema: string;
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

// What the functions say to an instance that has not shown in time that it lives.
const endedCode = "A2A01";

/**
 * Who this store is among others: a row that says until when it lives, by the database's clock. One that has not been renewed in time stays dead, and
 * the store goes on as another: what it had is not its own any more, whether or not another has taken it over.
 */
export class Instance {
  readonly #options: InstanceOptions;
  readonly #beat: Statement;
  #id: string = crypto.randomUUID();
  #renewing: Promise<void> | undefined;
  readonly #adoptions = new Map<Statement, string>();
  /** Other instances that live, as of the last heartbeat. */
  others = 1;
  /** Told when it goes on as another. */
  onLapse: () => void = () => undefined;

  constructor(options: InstanceOptions) {
    const { schema } = options;
    this.#options = options;
    this.#beat = { name: "beat", text: `SELECT * FROM ${schema}.beat_1($1, $2)` };
  }

  get id(): string {
    return this.#id;
  }

  /** Shows that it lives; where that comes too late, it goes on as another. */
  async beat(): Promise<void> {
    const { database, leaseMs, heartbeatMs } = this.#options;
    const id = this.#id;
    const [row] = await database.urgently(this.#beat, [id, Math.ceil(leaseMs)], Math.ceil(heartbeatMs));
    if (!row) return;
    this.others = numberIn(row, "others");
    if (row.is_alive !== true) await this.#renew(id);
  }

  /** Begins to live. */
  async begin(): Promise<void> {
    await this.#register(this.#id);
    await this.#options.database.patiently(() => this.beat());
  }

  /** Calls what only one who lives may do; as another where this one no longer does. */
  async call(statement: Statement, values: (me: string, again: boolean) => readonly unknown[]): Promise<Row[]> {
    const { database } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const id = this.#id;
      try {
        return await database.call(statement, (again) => values(id, again));
      } catch (error) {
        // A process that is stopped again and again may be too late again.
        if (!isEnded(error) || attempt === 3) throw error;
        await this.#renew(id);
      }
    }
  }

  /**
   * Takes over what others have left, at most so many. It is asked for under the same id until that has succeeded: what was taken over, and not heard of,
   * is found by it.
   */
  async adopt(statement: Statement, limit: number): Promise<Row[]> {
    const adoption = this.#adoptions.get(statement) ?? crypto.randomUUID();
    this.#adoptions.set(statement, adoption);
    const rows = await this.call(statement, (me) => [me, limit, adoption]);
    this.#adoptions.delete(statement);
    return rows;
  }

  /** Ends it for all others. */
  async end(): Promise<void> {
    const { database, schema } = this.#options;
    await database.once({ name: "end", text: `UPDATE ${schema}.instances SET expires_at = clock_timestamp() WHERE id = $1` }, [this.#id]);
  }

  #renew(ended: string): Promise<void> {
    if (this.#id !== ended) return Promise.resolve();
    this.#renewing ??= this.#become(crypto.randomUUID()).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #become(id: string): Promise<void> {
    await this.#register(id);
    this.#id = id;
    this.onLapse();
  }

  async #register(id: string): Promise<void> {
    const { database, schema, leaseMs } = this.#options;
    const text = `INSERT INTO ${schema}.instances VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond') ON CONFLICT (id) DO NOTHING`;
    await database.patiently(() => database.urgently({ name: "register", text }, [id, leaseMs], Math.ceil(leaseMs)));
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === endedCode;
}
