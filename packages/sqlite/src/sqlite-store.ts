import type { Lease, LeaseStore, LogEntry, NewTask, StoredTask, TaskKey, TaskStore } from "@a2a/server";
import { readEntry } from "@a2a/server/internal";
import { attempt } from "./attempt.js";
import type { Database } from "./database.js";
import { listTasks } from "./list-tasks.js";
import { LogCache } from "./log-cache.js";
import { check, checkpoint, vacuum } from "./maintenance.js";
import type { WalSync } from "./node-wal-sync.js";
import type { CompleteOptions } from "./options.js";
import { createPushConfigs } from "./push-configs.js";
import { Pruner } from "./retention.js";
import { closed } from "./storage-error.js";
import { columnsOfKey, loadTask, taskColumns } from "./task-row.js";
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

/** What a store is made of besides its options: a file that this instance has claimed. */
export interface Claimed {
  readonly database: Database;
  readonly instance: string;
  /** Absent where commits need no help to be on the disk. */
  readonly wal: WalSync | undefined;
}

/** Creates the store on a file. */
export function createSqliteStore({ database, instance, wal }: Claimed, options: CompleteOptions): SqliteStore {
  const { retention, pruneEveryMs, onProblem, now } = options;
  const cache = new LogCache();
  const wakes = new Wakes();
  const onLost = (): void => {
    cache.clear();
    wakes.close();
  };
  const onUnsynced = (): void => {
    cache.clear();
    wakes.tellAll();
  };
  const writer = new Writer({ database, instance, sync: wal && (() => wal.sync()), onUnsynced, onLost });
  const tasks = new Tasks(database, instance, now);
  const onGone = (key: TaskKey): void => {
    cache.remove(key);
    wakes.tell(key);
  };
  const pruner = new Pruner({ ...retention, database, writer, now, onGone });
  const stopPruning = Object.keys(retention).length > 0 ? pruneEvery(pruneEveryMs, pruner, onProblem) : undefined;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stopPruning?.();
    await writer.close();
    onLost();
    // So that the file alone is all there is, also with drivers that leave this to the garbage collector.
    attemptCheckpoint(writer, database, onProblem);
    database.close();
    await wal?.close();
  };

  return {
    isDurable: true,

    async create(of: NewTask, entries, also = {}) {
      const batch = batchOf(entries);
      // A task that is refused is not there: its message may be sent again, and nobody is to take it for one that was left.
      const lease = await writer.write(() => tasks.create(of, batch, also.release ?? false), {
        undo: (made) => made !== "exists" && tasks.remove(made, batch.entries.length),
      });
      if (lease !== "exists") cache.add(of.key, 0, batch);
      return lease;
    },

    load: (key) => attempt(() => writer.visible(load(database, key))),

    async append(lease, after, entries, also = {}) {
      const batch = batchOf(entries);
      const outcome = await writer.write<"stored" | "conflict" | "fenced">(() => tasks.append(lease, after, batch, also), {
        refused: () => "fenced",
      });
      if (outcome !== "stored") return outcome;
      cache.add(lease.key, after, batch);
      wakes.tell(lease.key);
      return outcome;
    },

    read: (key, after, limit) => cache.read(key, after, limit) ?? attempt(() => writer.visible(read(database, key, after, limit))),
    wake: (key, until) => wakes.follow(key, until, () => cache.lastOf(key) ?? writer.visible(lastOf(database, key))),
    list: (query) => attempt(() => writer.visible(listTasks(database, query, onProblem))),
    leases: createLeases(tasks, writer),
    push: createPushConfigs({ database, writer, instance, onProblem }),

    ping: () => attempt(() => assertFile(writer)),
    close: () => (closing ??= close()),

    check: () => check(database),
    vacuum: () => vacuum(database),
    prune: () => pruner.prune(),
  };
}

function createLeases(tasks: Tasks, writer: Writer): LeaseStore {
  return {
    acquire: (key): Promise<Lease | undefined> => writer.write(() => tasks.acquire(key)),
    release: (lease) => writer.write(() => tasks.release(lease), { refused: () => undefined }),
    async adopt(limit) {
      // Every second nobody has left anything.
      if (!writer.isWaiting && tasks.left(1).length === 0) return [];
      return writer.write(() => tasks.adopt(limit), { refused: () => [] });
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

/** @throws LocalError `CLOSED` where another instance has the file */
function assertFile(writer: Writer): void {
  if (!writer.hasFile()) throw closed("has lost its file to a process that opened it later");
}

function attemptCheckpoint(writer: Writer, database: Database, onProblem: (error: unknown) => void): void {
  try {
    if (writer.hasFile()) checkpoint(database);
  } catch (error) {
    // All is on the disk already, in the log beside the file.
    onProblem(error);
  }
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
