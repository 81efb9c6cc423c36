import { listRows } from "./list-rows.js";
import { createMemoryPush } from "./memory-push.js";
import type { MemoryRow } from "./memory-row.js";
import { createRow, loadRow, wakeAll, wakesOf } from "./memory-row.js";
import type { Limits } from "./memory-shelves.js";
import { MemoryShelves } from "./memory-shelves.js";
import { roughSize } from "./rough-size.js";
import { statedBy } from "./stated.js";
import type { Lease, LeaseStore, LogEntry, TaskKey, TaskStore } from "./store.js";

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
  const { now = Date.now } = options;
  const shelves = new MemoryShelves(completeLimits(options));

  function extend(row: MemoryRow, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      row.log.push(entry);
      row.size += roughSize(entry);
      if (entry.endsTurn) row.turnEnded = entry.number;
      const stated = statedBy(entry);
      if (stated) shelves.note(row, stated, now());
    }
  }

  const leases = createLeases((key) => shelves.find(key));

  return {
    isDurable: false,

    create(of, [first, ...rest], { release } = {}) {
      if (shelves.find(of.key)) return "exists";
      const row = createRow(of, first, now());
      shelves.add(row);
      extend(row, rest);
      const lease = { key: of.key, token: 1 };
      if (release) leases.release(lease);
      return lease;
    },

    load(key) {
      const row = shelves.find(key);
      return row && loadRow(row);
    },

    append(lease, after, entries, { release } = {}) {
      const row = shelves.find(lease.key);
      if (!row || row.token !== lease.token) return "fenced";
      if (row.log.length !== after) return "conflict";
      extend(row, entries);
      if (release) leases.release(lease);
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

    leases,
    push: createMemoryPush((key) => shelves.find(key)),

    ping() {
      // There is nothing that could be out of reach.
    },

    close() {
      // Nothing is held but memory, and whoever is still being answered may read on.
    },
  };
}

interface MemoryLeases extends LeaseStore {
  release(lease: Lease): void;
}

/** The rights to append in a store that there is one instance of: whoever asks is that one. */
function createLeases(find: (key: TaskKey) => MemoryRow | undefined): MemoryLeases {
  return {
    acquire(key) {
      const row = find(key);
      if (!row) return undefined;
      row.token += 1;
      return { key, token: row.token };
    },
    release(lease) {
      const row = find(lease.key);
      if (row?.token === lease.token) row.token += 1;
    },
    // What runs when the process ends is gone with it.
    adopt: () => [],
  };
}

function completeLimits(options: MemoryStoreOptions): Limits {
  const { maxFinishedTasks = 10_000, maxFinishedBytes = 268_435_456, maxFinishedAgeMs = dayMs, maxWaitingAgeMs = 7 * dayMs } = options;
  const limits = { maxFinishedTasks, maxFinishedBytes, maxFinishedAgeMs, maxWaitingAgeMs };
  for (const [name, value] of Object.entries(limits)) assertKeeps(name, value);
  return limits;
}

function assertKeeps(name: string, value: number): void {
  // With none kept, a blocking sender would not find the task that it waited for.
  if (!(value >= 1)) throw new TypeError(`${name} must be a number of at least 1: ${value}`);
}

async function* nothing(): AsyncGenerator<never, void> {
  // A task that is not there does not change.
}
