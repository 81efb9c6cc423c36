import type { Lease, LogEntry, Relay, TaskKey, TaskStore } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import { nameOfKey } from "@a2a/server/internal";

/** Several instances of a durable store on the same data, in this process. */
export interface Instances {
  /** Another instance. */
  open(): Instance;
}

/** One of them. */
export interface Instance extends TaskStore {
  /** Ends it as a kill would: it writes no more, and what it has is left. */
  kill(): void;
  /** Takes it for ended, though it goes on: as others do with one that was paused for too long. */
  expire(): void;
}

interface Holding {
  holder: Instance | undefined;
  lease: Lease;
  isMidTurn: boolean;
  times: number;
}

type Answer = Parameters<Relay["answerWith"]>[0];

/** Opens what a store of several instances is, over one in memory. */
export function createInstances(): Instances {
  const data = createMemoryStore();
  const holdings = new Map<string, Holding>();
  const [alive, killed] = [new Set<Instance>(), new Set<Instance>()];
  const answers = new Map<Instance, Answer>();

  function note(lease: Lease, holder: Instance | undefined, last: LogEntry | undefined): void {
    const before = holdings.get(nameOfKey(lease.key));
    const isMidTurn = last ? last.endsTurn !== true : (before?.isMidTurn ?? false);
    holdings.set(nameOfKey(lease.key), { holder, lease, isMidTurn, times: isMidTurn ? (before?.times ?? 0) : 0 });
  }

  async function take(key: TaskKey, holder: Instance): Promise<Lease | undefined> {
    const lease = await data.leases.acquire(key);
    if (lease && lease !== "held") note(lease, holder, undefined);
    return lease === "held" ? undefined : lease;
  }

  async function wait<T>(answer: Promise<T>, owner: Instance): Promise<T | undefined> {
    const ended = new Promise<undefined>((resolve) => void endings.get(owner)?.push(() => resolve(undefined)));
    return Promise.race([answer, ended]);
  }

  const endings = new Map<Instance, (() => void)[]>();

  function open(): Instance {
    function assertAlive(): void {
      if (killed.has(self)) throw new Error("this instance was killed");
    }
    const end = (): void => {
      alive.delete(self);
      for (const act of endings.get(self) ?? []) act();
    };
    const self: Instance = {
      ...data,
      isDurable: true,
      kill() {
        killed.add(self);
        end();
      },
      expire: end,
      close: end,
      async create(task, entries, also = {}) {
        assertAlive();
        const lease = await data.create(task, entries, also);
        if (lease !== "exists") note(lease, also.release ? undefined : self, entries.at(-1));
        return lease;
      },
      async append(lease, after, entries, also = {}) {
        assertAlive();
        const outcome = await data.append(lease, after, entries, also);
        if (outcome === "stored") note(lease, also.release ? undefined : self, entries.at(-1));
        return outcome;
      },
      leases: {
        async acquire(key) {
          assertAlive();
          const holder = holdings.get(nameOfKey(key))?.holder;
          return holder && holder !== self && alive.has(holder) ? "held" : take(key, self);
        },
        async release(lease) {
          assertAlive();
          await data.leases.release(lease);
          if (holdings.get(nameOfKey(lease.key))?.lease.token === lease.token) note(lease, undefined, undefined);
        },
        async adopt(limit) {
          assertAlive();
          const left = [...holdings.values()]
            .filter(({ holder, isMidTurn }) => isMidTurn && !(holder && alive.has(holder)))
            .slice(0, limit);
          return Promise.all(
            left.map(async (holding) => {
              const { key } = holding.lease;
              const times = holding.times + 1;
              const lease = await take(key, self);
              if (!lease) throw new TypeError(`no task ${key.id}`);
              holdings.set(nameOfKey(key), { ...holding, holder: self, lease, times });
              return { lease, times };
            }),
          );
        },
      },
      relay: {
        async ask(key, request, _left) {
          const owner = holdings.get(nameOfKey(key))?.holder;
          const answer = owner && answers.get(owner);
          if (!owner || !answer || owner === self || !alive.has(owner)) return undefined;
          return wait(answer(key, JSON.parse(JSON.stringify(request))), owner);
        },
        answerWith: (answer) => void answers.set(self, answer),
      },
    };
    alive.add(self);
    endings.set(self, []);
    return self;
  }

  return { open };
}
