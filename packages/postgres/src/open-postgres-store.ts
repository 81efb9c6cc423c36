import { LocalError } from "@a2a/core";
import type { TaskStore } from "@a2a/server";
import type { ClientConfig, Pool } from "pg";
import pg from "pg";
import { check } from "./check.js";
import { Database } from "./database/database.js";
import { Instance } from "./instance/instance.js";
import { createLeases } from "./leases.js";
import { listTasks } from "./list-tasks.js";
import type { CompleteOptions, PostgresStoreOptions } from "./postgres-options.js";
import { completeOptions } from "./postgres-options.js";
import { prune } from "./prune.js";
import { createPushConfigs } from "./push-configs.js";
import type { PostgresRelay } from "./relay.js";
import { createRelay } from "./relay.js";
import type { Rounds } from "./rounds.js";
import { startRounds } from "./rounds.js";
import { migrate } from "./schema/migrate.js";
import { migrations } from "./schema/migrations.js";
import type { StoreParts } from "./tasks.js";
import { createTasks } from "./tasks.js";
import { Notices } from "./wake/notices.js";
import { Wakes } from "./wake/wakes.js";

/** A store in PostgreSQL. */
export interface PostgresStore extends TaskStore {
  /** Forgets now what `retention` does not keep; resolves with how many tasks that were. */
  prune(): Promise<number>;
  /** Looks at all that is stored, which takes as long as reading it; resolves with what is wrong, a line each. */
  check(): Promise<readonly string[]>;
}

/**
 * Opens a store in PostgreSQL, which any number of instances of an agent may share. Makes or migrates its tables first.
 *
 * @throws TypeError for options that make no sense, and for tables of a newer version of this package; LocalError `NETWORK` where the server cannot be
 *   reached
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const complete = completeOptions(options);
  const { relaxed, retention, onProblem } = complete;
  const parts = connectParts(complete);
  const { database, instance, notices, relay, rounds, schema, wakes } = parts;
  const close = closer(parts);
  try {
    await database.patiently(() => migrate(database, schema, migrations));
    await instance.begin();
    await notices.open();
    notices.tellChange();
  } catch (error) {
    await close();
    throw error;
  }
  rounds.begin();

  return {
    isDurable: true,
    ...createTasks(parts, relaxed),
    wake: (key, until) => wakes.wake(key, until),
    list: (query) => listTasks({ database, schema, onProblem }, query),
    leases: createLeases(parts),
    push: createPushConfigs(parts),
    relay,
    async ping() {
      // A standby answers, and cannot store.
      const text = `SELECT FROM ${schema}.schema_version WHERE NOT pg_is_in_recovery()`;
      const rows = await database.once({ name: "a2a_ping", text }, []);
      if (rows.length === 0) throw new LocalError("NETWORK", "PostgreSQL takes no writes");
    },
    prune: () => prune(parts, retention),
    check: () => check(database, schema),
    close,
  };
}

/** What works for a store without being asked. */
interface ConnectedParts extends StoreParts {
  readonly pool: Pool;
  readonly ownsPool: boolean;
  readonly notices: Notices;
  readonly relay: PostgresRelay;
  readonly rounds: Rounds;
  readonly onProblem: (problem: unknown) => void;
}

function connectParts(complete: CompleteOptions): ConnectedParts {
  const { retryMs, prepare, schema: schemaName, retention, onProblem } = complete;
  const schema = `"${schemaName}"`;
  const pool = complete.pool ?? openPool(complete);
  pool.on("error", onProblem);
  const ownsPool = complete.pool === undefined;
  const database = new Database({ pool, ownsPool, prepare, retryMs });
  const instance = new Instance({ ...complete, database, schema });
  const notices = new Notices(database, `a2a_${schemaName}`, {
    onGrowth: (name, number) => wakes.hear(name, number),
    onRequest: (id) => id === instance.id && rounds.take(),
    onAnswer: (id) => id === instance.id && rounds.look(),
    onChange: () => rounds.beat(),
    onOpen: () => rounds.beat(),
    onProblem,
  });
  const wakes = new Wakes({
    database,
    schema,
    tell: (name, number) => notices.tellGrowth(name, number),
    hasOthers: () => instance.others > 0,
  });
  const parts = { database, instance, wakes, schema };
  const tellRequest = (id: string): void => notices.tellRequest(id);
  const relay = createRelay({ ...parts, onProblem, tellRequest, tellAnswer: (id) => notices.tellAnswer(id) });
  const rounds = startRounds({ ...complete, ...parts, relay, prune: () => prune(parts, retention) });
  return { ...parts, pool, ownsPool, notices, relay, rounds, onProblem };
}

/** What closes a store, once. */
function closer({ pool, ownsPool, database, instance, wakes, notices, relay, rounds, onProblem }: ConnectedParts): () => Promise<void> {
  let closing: Promise<void> | undefined;
  async function end(): Promise<void> {
    rounds.stop();
    wakes.close();
    relay.close();
    // What is being written is written by somebody who lives.
    await database.settle();
    // Where it cannot be said, others find out when the lease ends.
    await instance.end().catch(onProblem);
    notices.tellChange();
    await notices.settle();
    notices.close();
    await database.close();
    // A pool of one's own is ended before its connections are: what they still say has to be heard.
    if (!ownsPool) pool.off("error", onProblem);
  }
  return () => {
    closing ??= end();
    return closing;
  };
}

/** Of a connection alone: the pool's own option of that name would limit how long a statement waits for its turn too. */
const connectTimeoutMs = 5000;

class Client extends pg.Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
  }
}

function openPool({ connectionString, maxConnections, queryTimeoutMs }: CompleteOptions): Pool {
  return new pg.Pool({
    Client,
    connectionString,
    max: maxConnections,
    query_timeout: queryTimeoutMs,
    application_name: "a2a",
    keepAlive: true,
  });
}
