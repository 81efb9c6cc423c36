import type { Lease, TaskKey, TaskStore } from "@a2a/server";
import { nameOfKey } from "@a2a/server/internal";

/** A store that can lose the writer of a task. */
export interface LosingStore {
  readonly store: TaskStore;
  /** From now on nothing is taken from the task's writer, as if its process had died; the next one may write again. */
  lose(key: TaskKey): void;
}

/** Makes a store that can lose the writers of tasks. */
export function createLosingStore(store: TaskStore): LosingStore {
  const lost = new Set<string>();
  const append: TaskStore["append"] = (lease, ...given) => {
    if (lost.has(nameOfKey(lease.key))) throw new Error("the testbed was told to lose this run");
    return store.append(lease, ...given);
  };
  const forget = (key: TaskKey): void => void lost.delete(nameOfKey(key));
  const { leases, push, relay, isDurable } = store;
  return {
    lose: (key) => void lost.add(nameOfKey(key)),
    store: {
      append,
      leases: {
        acquire(key) {
          forget(key);
          return leases.acquire(key);
        },
        release(lease: Lease) {
          forget(lease.key);
          return leases.release(lease);
        },
        adopt: (limit) => leases.adopt(limit),
      },
      create: (...given) => store.create(...given),
      load: (key) => store.load(key),
      read: (...given) => store.read(...given),
      wake: (...given) => store.wake(...given),
      list: (query) => store.list(query),
      push,
      ...(relay && { relay }),
      isDurable,
      ping: () => store.ping(),
      close: () => store.close(),
    },
  };
}
