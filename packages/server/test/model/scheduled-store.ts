import type { LogEntry, TaskStore } from "@a2a/server";
import { around } from "../stores.js";

/** A store whose every operation, and every word that a log has grown, waits for its turn before it happens and before it is answered. */
export function scheduledStore(store: TaskStore, tick: (what: string) => Promise<unknown>): TaskStore {
  return {
    ...around(store, { before: tick, after: (operation) => tick(`${operation} is answered`) }),
    async *wake(key, signal) {
      for await (const number of store.wake(key, signal)) {
        await tick("wake");
        yield number;
      }
    },
  };
}

/** What a told store tells. */
export interface Told {
  stored(taskId: string, entries: readonly LogEntry[]): void;
  /** Throws where somebody has read too often. */
  read(): void;
}

/** A store that tells of what is stored, as soon as it is, and of everyone who reads a log. */
export function toldStore(store: TaskStore, told: Told): TaskStore {
  return {
    ...store,
    create(of, entries, also) {
      const outcome = store.create(of, entries, also);
      told.stored(of.key.id, entries);
      return outcome;
    },
    append(lease, ...given) {
      const outcome = store.append(lease, ...given);
      told.stored(lease.key.id, given[1]);
      return outcome;
    },
    async read(...given) {
      told.read();
      return store.read(...given);
    },
  };
}
