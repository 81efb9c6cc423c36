import type { Task } from "@a2a/core";
import { applyEvent, copyTask, isTerminal } from "@a2a/core";
import type { Lease, ListQuery, LogEntry, NewTask, StoredTask, TaskKey, TaskPage, TaskStore } from "./store.js";

/** Limits of the memory store. */
export interface MemoryStoreOptions {
  /** Finished tasks that are kept; the one that finished first goes first. Default 10 000. */
  readonly maxFinishedTasks?: number;
}

interface Row {
  readonly of: NewTask;
  readonly log: LogEntry[];
  /** The fold of the log, made on demand and carried on from there. */
  folded: { task: Task; number: number } | undefined;
  token: number;
  readonly wakers: Set<() => void>;
}

/**
 * Creates the store that keeps tasks in this process, within limits: for development, tests and agents whose tasks may be forgotten.
 *
 * @throws TypeError where a limit keeps nothing
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): TaskStore {
  const { maxFinishedTasks = 10_000 } = options;
  // With none kept, a blocking sender would not find the task that it waited for.
  if (!(maxFinishedTasks >= 1)) throw new TypeError(`maxFinishedTasks must be a number of at least 1: ${maxFinishedTasks}`);
  const rows = new Map<string, Row>();
  const finished = new Set<string>();

  function forgetOldest(): void {
    for (const name of finished) {
      if (finished.size <= maxFinishedTasks) return;
      finished.delete(name);
      rows.delete(name);
    }
  }

  return {
    async create(of, first) {
      const name = nameOf(of.key);
      if (rows.has(name)) return "exists";
      rows.set(name, { of, log: [first], folded: undefined, token: 1, wakers: new Set() });
      return { key: of.key, token: 1 };
    },

    async load(key) {
      const row = rows.get(nameOf(key));
      return row && loadRow(row);
    },

    async append(lease, after, entries) {
      const name = nameOf(lease.key);
      const row = rows.get(name);
      if (!row || row.token !== lease.token) return "fenced";
      if (row.log.length !== after) return "conflict";
      row.log.push(...entries);
      if (entries.some(isEnd)) finished.add(name);
      forgetOldest();
      for (const wakeUp of row.wakers) wakeUp();
      return "stored";
    },

    async read(key, after, limit) {
      const row = rows.get(nameOf(key));
      return row ? row.log.slice(after, after + limit) : "gone";
    },

    wake(key, signal) {
      return wakeOf(rows.get(nameOf(key)), signal);
    },

    async list(query) {
      return listRows(rows.values(), query);
    },

    leases: {
      async acquire(key) {
        const row = rows.get(nameOf(key));
        if (!row) return undefined;
        row.token += 1;
        return { key, token: row.token };
      },
      async release(lease: Lease) {
        const row = rows.get(nameOf(lease.key));
        if (row?.token === lease.token) row.token += 1;
      },
    },

    async close() {
      // Nothing is held but memory, and whoever is still being answered may read on.
    },
  };
}

// JSON, so that no choice of tenant, owner and id can spell another key.
function nameOf({ tenant, owner, id }: TaskKey): string {
  return JSON.stringify([tenant, owner, id]);
}

function fold(row: Row): { task: Task; number: number } {
  for (const entry of row.log.slice(row.folded?.number ?? 0)) {
    row.folded = { task: applyEvent(row.folded?.task, entry.event, entry.received), number: entry.number };
  }
  if (!row.folded) throw new TypeError("a task without its first entry");
  return row.folded;
}

function loadRow(row: Row): StoredTask {
  const { task, number } = fold(row);
  return { ...row.of, number, task: copyTask(task) };
}

function isEnd({ event }: LogEntry): boolean {
  return "statusUpdate" in event && isTerminal(event.statusUpdate.status.state);
}

async function* wakeOf(row: Row | undefined, signal: AbortSignal): AsyncGenerator<number> {
  let seen = 0;
  while (row && !signal.aborted) {
    if (row.log.length === seen) await grown(row, signal);
    seen = row.log.length;
    yield seen;
  }
}

/** Resolves when the row's log grows or the signal aborts. */
function grown(row: Row, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function settle(): void {
      row.wakers.delete(settle);
      signal.removeEventListener("abort", settle);
      resolve();
    }
    row.wakers.add(settle);
    signal.addEventListener("abort", settle, { once: true });
  });
}

function listRows(rows: Iterable<Row>, query: ListQuery): TaskPage {
  const matches: { readonly row: Row; readonly time: number }[] = [];
  for (const row of rows) {
    if (row.of.key.tenant !== query.tenant || row.of.key.owner !== query.owner) continue;
    if (query.contextId !== undefined && row.of.contextId !== query.contextId) continue;
    const { status } = fold(row).task;
    const time = Date.parse(status.timestamp ?? "") || 0;
    if (query.state !== undefined && status.state !== query.state) continue;
    if (query.since === undefined || time >= query.since) matches.push({ row, time });
  }
  const { after, limit } = query;
  matches.sort((a, b) => compare(b, a));
  const rest = after ? matches.filter(({ row, time }) => time < after.time || (time === after.time && row.of.key.id < after.id)) : matches;
  return { tasks: rest.slice(0, limit).map(({ row }) => loadRow(row)), total: matches.length, more: rest.length > limit };
}

function compare(a: { row: Row; time: number }, b: { row: Row; time: number }): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.row.of.key.id < b.row.of.key.id ? -1 : 1;
}
