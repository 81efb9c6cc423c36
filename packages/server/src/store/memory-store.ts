import { listRows } from "./list-rows.js";
import type { MemoryRow } from "./memory-row.js";
import { createRow, loadRow, wakeAll, wakesOf } from "./memory-row.js";
import { MemoryShelves } from "./memory-shelves.js";
import { roughSize } from "./rough-size.js";
import type { LogEntry, PushConfigStore, TaskStore } from "./store.js";

/** Limits of the memory store. What is over them is forgotten, oldest first, when something is stored. */
export interface MemoryStoreOptions {
  /** Finished tasks that are kept; default 10 000. */
  readonly maxFinishedTasks?: number;
  /** About how many bytes of finished tasks are kept; default 256 MiB. */
  readonly maxFinishedBytes?: number;
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
  const { maxFinishedTasks = 10_000, maxFinishedBytes = 268_435_456, maxFinishedAgeMs = dayMs, maxWaitingAgeMs = 7 * dayMs } = options;
  const { now = Date.now } = options;
  assertKeeps("maxFinishedTasks", maxFinishedTasks);
  assertKeeps("maxFinishedBytes", maxFinishedBytes);
  assertKeeps("maxFinishedAgeMs", maxFinishedAgeMs);
  assertKeeps("maxWaitingAgeMs", maxWaitingAgeMs);
  const shelves = new MemoryShelves({ maxFinishedTasks, maxFinishedBytes, maxFinishedAgeMs, maxWaitingAgeMs });

  function extend(row: MemoryRow, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      row.log.push(entry);
      row.size += roughSize(entry);
      if ("statusUpdate" in entry.event) shelves.note(row, entry.event.statusUpdate.status, now());
    }
  }

  return {
    isDurable: false,

    create(of, [first, ...rest]) {
      if (shelves.find(of.key)) return "exists";
      const row = createRow(of, first, now());
      shelves.add(row);
      extend(row, rest);
      return { key: of.key, token: 1 };
    },

    load(key) {
      const row = shelves.find(key);
      return row && loadRow(row);
    },

    append(lease, after, entries) {
      const row = shelves.find(lease.key);
      if (!row || row.token !== lease.token) return "fenced";
      if (row.log.length !== after) return "conflict";
      extend(row, entries);
      wakeAll(row);
      return "stored";
    },

    read(key, after, limit) {
      const row = shelves.find(key);
      return row ? row.log.slice(after, after + limit) : "gone";
    },

    wake(key, until) {
      const row = shelves.find(key);
      return row ? wakesOf(row, until) : nothing();
    },

    list(query) {
      return listRows(shelves.of(query.tenant, query.owner), query);
    },

    leases: {
      acquire(key) {
        const row = shelves.find(key);
        if (!row) return undefined;
        row.token += 1;
        return { key, token: row.token };
      },
      release(lease) {
        const row = shelves.find(lease.key);
        if (row?.token === lease.token) row.token += 1;
      },
    },

    push: createPushConfigs(shelves),

    close() {
      // Nothing is held but memory, and whoever is still being answered may read on.
    },
  };
}

function createPushConfigs(shelves: MemoryShelves): PushConfigStore {
  return {
    put(key, stored) {
      const row = shelves.find(key);
      if (!row) return "gone";
      row.pushes ??= new Map();
      row.pushes.set(stored.config.id, stored);
      return "stored";
    },
    get(key, id) {
      return shelves.find(key)?.pushes?.get(id);
    },
    list(key) {
      return [...(shelves.find(key)?.pushes?.values() ?? [])];
    },
    delete(key, id) {
      shelves.find(key)?.pushes?.delete(id);
    },
    advance(key, id, delivered) {
      const pushes = shelves.find(key)?.pushes;
      const stored = pushes?.get(id);
      if (stored && stored.delivered < delivered) pushes?.set(id, { ...stored, delivered });
    },
  };
}

function assertKeeps(name: string, value: number): void {
  // With none kept, a blocking sender would not find the task that it waited for.
  if (!(value >= 1)) throw new TypeError(`${name} must be a number of at least 1: ${value}`);
}

async function* nothing(): AsyncGenerator<never, void> {
  // A task that is not there does not change.
}
