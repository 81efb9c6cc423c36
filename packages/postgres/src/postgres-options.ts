import type { RetentionOptions } from "@a2a/server";
import { completeRetention, given } from "@a2a/server/internal";
import type { Pool } from "pg";

/** Where tasks are kept, and how. */
export interface PostgresStoreOptions {
  /** Address of the database, `postgres://user:password@host/database`. This or `pool`. */
  readonly connectionString?: string;
  /** Connections of your own, at least two: one of them is kept to hear of other instances. They are not closed with the store. */
  readonly pool?: Pool;
  /** How many connections are opened at most where `connectionString` is given; default 10. */
  readonly maxConnections?: number;
  /** The schema that has the tables; it is created where it is missing; default "a2a". */
  readonly schema?: string;
  /** How long an instance that does not show that it lives keeps its tasks; default 10 000. */
  readonly leaseMs?: number;
  /** How often an instance shows that it lives; default a third of `leaseMs`. */
  readonly heartbeatMs?: number;
  /** For how long what failed because the connection broke is tried again; default 10 000. */
  readonly retryMs?: number;
  /** How long a statement may take where `connectionString` is given; default 30 000. */
  readonly queryTimeoutMs?: number;
  /** How long and how many tasks are kept; default: all, for ever. */
  readonly retention?: RetentionOptions;
  /** How often tasks that need not be kept are looked for; default 60 000. */
  readonly pruneEveryMs?: number;
  /** Answers before the disk has what is stored: faster, and the last moments are lost where the server crashes; default false. */
  readonly relaxed?: boolean;
  /** Prepares statements once per connection; false for poolers that give out connections by transaction and cannot do that; default true. */
  readonly prepare?: boolean;
  /** Told what went wrong where nobody waits for it: a record that cannot be read in a list, a heartbeat that failed; default: nobody. */
  readonly onProblem?: (problem: unknown) => void;
}

/** Options with nothing missing. */
export type CompleteOptions = Required<Omit<PostgresStoreOptions, "connectionString" | "pool">> &
  Pick<PostgresStoreOptions, "connectionString" | "pool">;

/**
 * Checks and completes options.
 *
 * @throws TypeError for one that makes no sense
 */
export function completeOptions(options: PostgresStoreOptions): CompleteOptions {
  const { leaseMs = 10_000, ...set } = given(options);
  const complete = {
    maxConnections: 10,
    schema: "a2a",
    leaseMs,
    heartbeatMs: leaseMs / 3,
    retryMs: 10_000,
    queryTimeoutMs: 30_000,
    pruneEveryMs: 60_000,
    relaxed: false,
    prepare: true,
    onProblem: () => undefined,
    ...set,
    retention: completeRetention(options.retention),
  };
  if ((complete.connectionString === undefined) === (complete.pool === undefined)) {
    throw new TypeError("give either connectionString or pool");
  }
  // PostgreSQL shortens names of more than 63 bytes: those of statements, which begin with this one, too.
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,46}$/.test(complete.schema)) {
    throw new TypeError(`schema must be letters, digits and underscores, at most 47: ${complete.schema}`);
  }
  for (const name of ["maxConnections", "leaseMs", "heartbeatMs", "queryTimeoutMs", "pruneEveryMs"] as const) {
    if (!(complete[name] > 0)) throw new TypeError(`${name} must be a number above 0: ${complete[name]}`);
  }
  if (!(complete.maxConnections >= 2)) throw new TypeError("maxConnections must be at least 2: one of them hears of other instances");
  if (complete.pool && !((complete.pool.options?.max ?? 10) >= 2))
    throw new TypeError("pool must have at least 2 connections: one of them hears of other instances");
  if (!(complete.heartbeatMs < leaseMs)) throw new TypeError(`heartbeatMs must be below leaseMs: ${complete.heartbeatMs}`);
  return complete;
}
