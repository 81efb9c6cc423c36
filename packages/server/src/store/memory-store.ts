import { isInterrupted, isTerminal } from "@a2a/core";
import { listRows } from "./list-rows.js";
import type { MemoryRow } from "./memory-row.js";
import { createRow, loadRow, wakeAll, wakesOf } from "./memory-row.js";
import type { PushConfigStore, TaskKey, TaskStore } from "./store.js";

/** Limits of the memory store. What is over them is forgotten, oldest first, when something is stored. */
export interface MemoryStoreOptions {
  /** Finished tasks that are kept; default 10 000. */
  readonly maxFinishedTasks?: number;
  /** How long a task is kept after it finished; default a day. */
  readonly maxFinishedAgeMs?: number;
  /** How long a task is kept that waits for its client; default a week. */
  readonly maxWaitingAgeMs?: number;
  /** The time in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

const dayMs = 86_400_000;

/**
 * Creates the store that keeps tasks in this process, within limits: for development, tests and agents whose tasks may be forgotten.
 *
 * @throws TypeError where a limit keeps nothing
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): TaskStore {
  const shelves = createShelves(options);

  return {
    isDurable: false,

    async create(of, first) {
      if (shelves.find(of.key)) return "exists";
      shelves.add(of.key, (now) => createRow(of, first, now));
      return { key: of.key, token: 1 };
    },

    async load(key) {
      const row = shelves.find(key);
      return row && loadRow(row);
    },

    async append(lease, after, entries) {
      const row = shelves.find(lease.key);
      if (!row || row.token !== lease.token) return "fenced";
      if (row.log.length !== after) return "conflict";
      for (const entry of entries) {
        row.log.push(entry);
        if ("statusUpdate" in entry.event) shelves.note(row, entry.event.statusUpdate.status);
      }
      wakeAll(row);
      return "stored";
    },

    async read(key, after, limit) {
      const row = shelves.find(key);
      return row ? row.log.slice(after, after + limit) : "gone";
    },

    wake(key, signal) {
      const row = shelves.find(key);
      return row ? wakesOf(row, signal) : nothing();
    },

    async list(query) {
      return listRows(shelves.of(query.tenant, query.owner), query);
    },

    leases: {
      async acquire(key) {
        const row = shelves.find(key);
        if (!row) return undefined;
        row.token += 1;
        return { key, token: row.token };
      },
      async release(lease) {
        const row = shelves.find(lease.key);
        if (row?.token === lease.token) row.token += 1;
      },
    },

    push: createPushConfigs(shelves),

    async close() {
      // Nothing is held but memory, and whoever is still being answered may read on.
    },
  };
}

/** Rows by caller and id, those of a caller in the order of their newest status, and what is forgotten of them. */
interface Shelves {
  find(key: TaskKey): MemoryRow | undefined;
  add(key: TaskKey, create: (now: number) => MemoryRow): void;
  /** Gives a row its new status. */
  note(row: MemoryRow, status: MemoryRow["status"]): void;
  of(tenant: string, owner: string): Iterable<MemoryRow>;
}

function createShelves({
  maxFinishedTasks = 10_000,
  maxFinishedAgeMs = dayMs,
  maxWaitingAgeMs = 7 * dayMs,
  now = Date.now,
}: MemoryStoreOptions): Shelves {
  assertKeeps("maxFinishedTasks", maxFinishedTasks);
  assertKeeps("maxFinishedAgeMs", maxFinishedAgeMs);
  assertKeeps("maxWaitingAgeMs", maxWaitingAgeMs);
  const shelves = new Map<string, Map<string, MemoryRow>>();
  // Each in the order in which its rows came to it.
  const finished = new Set<MemoryRow>();
  const waiting = new Set<MemoryRow>();

  function forget(row: MemoryRow): void {
    finished.delete(row);
    waiting.delete(row);
    const name = shelfName(row.of.key);
    const shelf = shelves.get(name);
    shelf?.delete(row.of.key.id);
    if (shelf?.size === 0) shelves.delete(name);
    row.isGone = true;
    wakeAll(row);
  }

  function forgetOldest(time: number): void {
    for (const row of finished) {
      if (finished.size <= maxFinishedTasks && time - row.statusAt <= maxFinishedAgeMs) break;
      forget(row);
    }
    for (const row of waiting) {
      if (time - row.statusAt <= maxWaitingAgeMs) break;
      forget(row);
    }
  }

  return {
    find: (key) => shelves.get(shelfName(key))?.get(key.id),
    of: (tenant, owner) => shelves.get(shelfName({ tenant, owner }))?.values() ?? [],
    add(key, create) {
      const time = now();
      forgetOldest(time);
      const name = shelfName(key);
      const shelf = shelves.get(name) ?? new Map<string, MemoryRow>();
      shelves.set(name, shelf.set(key.id, create(time)));
    },
    note(row, status) {
      row.status = status;
      row.statusAt = now();
      const { key } = row.of;
      const shelf = shelves.get(shelfName(key));
      shelf?.delete(key.id);
      shelf?.set(key.id, row);
      waiting.delete(row);
      if (isTerminal(status.state)) finished.add(row);
      else if (isInterrupted(status.state)) waiting.add(row);
      forgetOldest(row.statusAt);
    },
  };
}

function createPushConfigs(shelves: Shelves): PushConfigStore {
  return {
    async put(key, stored) {
      const row = shelves.find(key);
      row?.pushes.set(stored.config.id, stored);
      return row ? "stored" : "gone";
    },
    async get(key, id) {
      return shelves.find(key)?.pushes.get(id);
    },
    async list(key) {
      return [...(shelves.find(key)?.pushes.values() ?? [])];
    },
    async delete(key, id) {
      shelves.find(key)?.pushes.delete(id);
    },
    async advance(key, id, delivered) {
      const pushes = shelves.find(key)?.pushes;
      const stored = pushes?.get(id);
      if (stored && stored.delivered < delivered) pushes?.set(id, { ...stored, delivered });
    },
  };
}

// The length tells where the tenant ends, so that no choice of tenant and owner can spell another shelf.
function shelfName({ tenant, owner }: Pick<TaskKey, "tenant" | "owner">): string {
  return `${tenant.length}:${tenant}${owner}`;
}

function assertKeeps(name: string, value: number): void {
  // With none kept, a blocking sender would not find the task that it waited for.
  if (!(value >= 1)) throw new TypeError(`${name} must be a number of at least 1: ${value}`);
}

async function* nothing(): AsyncGenerator<never, void> {
  // A task that is not there does not change.
}
