import type { Lease, LeaseStore, LogEntry, NewTask, StoredTask, TaskKey, TaskStore } from "@a2a/server";
import { readEntry } from "@a2a/server/internal";
import { attempt } from "./attempt.js";
import type { Database } from "./database.js";
import { listTasks } from "./list-tasks.js";
import { LogCache } from "./log-cache.js";
import { check, vacuum } from "./maintenance.js";
import type { CompleteOptions } from "./options.js";
import { createPushConfigs } from "./push-configs.js";
import { Pruner } from "./retention.js";
import { closed } from "./storage-error.js";
import { columnsOfKey, loadTask, taskColumns } from "./task-row.js";
import type { Batch } from "./tasks.js";
import { batchOf, Tasks } from "./tasks.js";
import { Wakes } from "./wakes.js";
import { Writer } from "./writer.js";

/** Keeps tasks in an SQLite file. */
export interface SqliteStore extends TaskStore {
  /** Reads the whole file, in steps, and says what is wrong with it; nothing where it is well. */
  check(): Promise<readonly string[]>;
  /** Gives the space of removed tasks back to the disk, in steps. */
  vacuum(): Promise<void>;
  /** Removes now what `retention` keeps no longer. @returns how many tasks */
  prune(): Promise<number>;
}

/** Creates the store on a file that this instance has claimed. */
export function createSqliteStore(database: Database, instance: string, options: CompleteOptions): SqliteStore {
  const { retention, pruneEveryMs, onProblem, now } = options;
  const cache = new LogCache();
  const wakes = new Wakes();
  const writer = new Writer(database, instance, () => {
    cache.clear();
    wakes.close();
  });
  const tasks = new Tasks(database, instance, now);
  const onGone = (key: TaskKey): void => {
    cache.remove(key);
    wakes.tell(key);
  };
  const pruner = new Pruner({ ...retention, database, writer, now, onGone });
  const stopPruning = Object.keys(retention).length > 0 ? pruneEvery(pruneEveryMs, pruner, onProblem) : undefined;
  const keep = (key: TaskKey, after: number, { entries, jsons }: Batch): void => cache.add(key, after, entries, jsons);

  return {
    isDurable: true,

    async create(of: NewTask, entries, also = {}) {
      const batch = batchOf(entries);
      const lease = await writer.write(() => tasks.create(of, batch, also.release ?? false));
      if (lease !== "exists") keep(of.key, 0, batch);
      return lease;
    },

    load: (key) => attempt(() => load(database, key)),

    async append(lease, after, entries, also = {}) {
      const batch = batchOf(entries);
      const outcome = await writer.write<"stored" | "conflict" | "fenced">(
        () => tasks.append(lease, after, batch, also),
        () => "fenced",
      );
      if (outcome !== "stored") return outcome;
      keep(lease.key, after, batch);
      wakes.tell(lease.key);
      return outcome;
    },

    read: (key, after, limit) => cache.read(key, after, limit) ?? attempt(() => read(database, key, after, limit)),
    wake: (key, until) => wakes.follow(key, until, () => cache.lastOf(key) ?? lastOf(database, key)),
    list: (query) => attempt(() => listTasks(database, query, onProblem)),
    leases: createLeases(tasks, writer),
    push: createPushConfigs({ database, writer, instance, onProblem }),

    ping: () =>
      attempt(() => {
        if (!writer.hasFile()) throw closed("has lost its file to a process that opened it later");
      }),

    close() {
      stopPruning?.();
      if (database.isOpen) writer.flush();
      wakes.close();
      cache.clear();
      database.close();
    },

    check: () => check(database),
    vacuum: () => vacuum(database),
    prune: () => pruner.prune(),
  };
}

function createLeases(tasks: Tasks, writer: Writer): LeaseStore {
  return {
    acquire: (key): Promise<Lease | undefined> => writer.write(() => tasks.acquire(key)),
    release: (lease) =>
      writer.write(
        () => tasks.release(lease),
        () => undefined,
      ),
    async adopt(limit) {
      // Every second nobody has left anything.
      if (tasks.left(1).length === 0) return [];
      return writer.write(
        () => tasks.adopt(limit),
        () => [],
      );
    },
  };
}

function load(database: Database, key: TaskKey): StoredTask | undefined {
  const row = database.get(`SELECT ${taskColumns} FROM tasks WHERE tenant = ? AND owner = ? AND id = ?`, ...columnsOfKey(key));
  return row && loadTask(database, row);
}

function read(database: Database, key: TaskKey, after: number, limit: number): readonly LogEntry[] | "gone" {
  const sql = `SELECT json FROM entries WHERE task = (SELECT task FROM tasks WHERE tenant = ? AND owner = ? AND id = ?) AND number > ?
    ORDER BY number LIMIT ?`;
  const rows = database.all(sql, ...columnsOfKey(key), after, limit);
  if (rows.length === 0) return lastOf(database, key) === undefined ? "gone" : [];
  return rows.map(({ json }) => readEntry(String(json)));
}

function lastOf(database: Database, key: TaskKey): number | undefined {
  if (!database.isOpen) return undefined;
  const number = database.get("SELECT number FROM tasks WHERE tenant = ? AND owner = ? AND id = ?", ...columnsOfKey(key))?.number;
  return number === undefined ? undefined : Number(number);
}

/** Removes old tasks again and again; what fails is tried again the next time. */
function pruneEvery(ms: number, pruner: Pruner, onProblem: (error: unknown) => void): () => void {
  let isOver = false;
  const prune = (): void => {
    pruner.prune().catch((error: unknown) => {
      if (!isOver) onProblem(error);
    });
  };
  const timer = setInterval(prune, ms);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
