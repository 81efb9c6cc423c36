import type { MaybePromise, TaskStore } from "@a2a/server";

/** Does something before an operation of a store, and something after it. */
export interface Around {
  before?(operation: Operation): Promise<unknown> | undefined;
  after?(operation: Operation): Promise<unknown> | undefined;
}

/** Operations of a store that can be slow or fail. */
export type Operation = "create" | "load" | "append" | "read" | "list" | "acquire" | "release";

/** A store with something around each of its operations. */
export function around(store: TaskStore, { before, after }: Around): TaskStore {
  async function wrapped<T>(operation: Operation, act: () => MaybePromise<T>): Promise<T> {
    await before?.(operation);
    const result = await act();
    await after?.(operation);
    return result;
  }
  return {
    create: (...given) => wrapped("create", () => store.create(...given)),
    load: (...given) => wrapped("load", () => store.load(...given)),
    append: (...given) => wrapped("append", () => store.append(...given)),
    read: (...given) => wrapped("read", () => store.read(...given)),
    list: (...given) => wrapped("list", () => store.list(...given)),
    wake: (...given) => store.wake(...given),
    leases: {
      acquire: (...given) => wrapped("acquire", () => store.leases.acquire(...given)),
      release: (...given) => wrapped("release", () => store.leases.release(...given)),
      adopt: (limit) => store.leases.adopt(limit),
    },
    push: store.push,
    isDurable: store.isDurable,
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** A store whose operations fail where they are listed, in the order of their calls: `append: [1]` fails the second append. */
export function failing(store: TaskStore, when: Partial<Record<Operation, readonly number[] | "always">>): TaskStore {
  const calls = new Map<Operation, number>();
  return around(store, {
    before(operation) {
      const call = calls.get(operation) ?? 0;
      calls.set(operation, call + 1);
      const at = when[operation];
      return at === "always" || at?.includes(call) ? Promise.reject(new Error("secret: the disk is full")) : undefined;
    },
  });
}

/** A store that counts the entries that readers take, and the readers that follow a task. */
export function watched(store: TaskStore): { readonly store: TaskStore; taken(): number; readers(): number } {
  let taken = 0;
  const open = new Set<AsyncIterator<number>>();
  return {
    taken: () => taken,
    readers: () => open.size,
    store: {
      ...around(store, {}),
      async read(...given) {
        const entries = await store.read(...given);
        taken += entries === "gone" ? 0 : entries.length;
        return entries;
      },
      wake(...given) {
        const wakes = store.wake(...given)[Symbol.asyncIterator]();
        open.add(wakes);
        const iterator: AsyncIterator<number> = {
          next: () => wakes.next(),
          async return() {
            open.delete(wakes);
            return (await wakes.return?.()) ?? { done: true, value: undefined };
          },
        };
        return { [Symbol.asyncIterator]: () => iterator };
      },
    },
  };
}
