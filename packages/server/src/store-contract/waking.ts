import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import type { TaskKey, TaskStore } from "../store/store.js";
import { equal, holds } from "./claims.js";
import { begin, chunk, key, keyOf } from "./samples.js";
import type { Case } from "./world.js";

/** Of waiting for a log to grow. */
export const waking: readonly Case[] = [
  {
    name: "whoever waits is given the last number at once and whenever the log has grown; the last is never left out",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const ending = new LazyAbort();
      const wakes = wakesOf(store, ending);
      equal((await wakes.next()).value, 1);
      await store.append(lease, 1, [chunk(2)]);
      await store.append(lease, 2, [chunk(3)]);
      equal(await reaching(wakes, 3), 3);
      const waiting = reaching(wakes, 4);
      await store.append(lease, 3, [chunk(4)]);
      equal(await waiting, 4);
      const last = wakes.next();
      ending.abort("enough");
      for (let next = await last; !next.done; next = await wakes.next()) equal(next.value, 4);
    },
  },
  {
    name: "everyone who waits is woken, however many there are",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const ending = new LazyAbort();
      const readers = Array.from({ length: 100 }, () => wakesOf(store, ending));
      await Promise.all(readers.map((reader) => reader.next()));
      const waiting = Promise.all(readers.map((reader) => reaching(reader, 2)));
      await store.append(lease, 1, [chunk(2)]);
      equal(
        await waiting,
        readers.map(() => 2),
      );
      ending.abort("enough");
    },
  },
  {
    name: "whoever reads and waits by turns sees every entry once, in order, while they are written",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const readers = [1, 2, 3].map(() => follow(store, key, 200));
      for (let number = 2; number <= 200; ) {
        const size = Math.min(1 + (number % 7), 201 - number);
        const entries = Array.from({ length: size }, (_, index) => chunk(number + index));
        equal(await store.append(lease, number - 1, entries), "stored");
        number += size;
      }
      for (const seen of await Promise.all(readers))
        equal(
          seen,
          Array.from({ length: 200 }, (_, index) => index + 1),
        );
    },
  },
  {
    name: "waiting ends at once where it is over already, and where there is no such task",
    async run(world) {
      const store = await world.open();
      await begin(store);
      const over = new LazyAbort();
      over.abort("over");
      equal((await wakesOf(store, over).next()).done, true);
      equal((await wakesOf(store, new LazyAbort(), keyOf("unknown")).next()).done, true);
    },
  },
  {
    name: "waiting ends when it is left, and leaves no listener behind, nor does being woken",
    async run(world) {
      const store = await world.open();
      const lease = await begin(store);
      const { until, ending, listeners } = counted();
      const wakes = wakesOf(store, until);
      await wakes.next();
      for (let number = 2; number < 20; number += 1) {
        const waiting = reaching(wakes, number);
        await store.append(lease, number - 1, [chunk(number)]);
        await waiting;
        holds(listeners() <= 1, "one listener at most");
      }
      const waiting = wakes.next();
      ending.abort("enough");
      for (let next = await waiting; !next.done; next = await wakes.next()) equal(next.value, 19);
      equal(listeners(), 0, "listeners that are left");
    },
  },
];

/** The numbers that a task's readers are given. */
export function wakesOf(store: TaskStore, until: Departure, of: TaskKey = key): AsyncIterator<number> {
  return store.wake(of, until)[Symbol.asyncIterator]();
}

/** The first number that is not below another. */
export async function reaching(wakes: AsyncIterator<number>, number: number): Promise<number | "ended"> {
  for (;;) {
    const next = await wakes.next();
    if (next.done) return "ended";
    if (next.value >= number) return next.value;
  }
}

/** Reads a log until it has so many entries, as readers of streams do. */
export async function follow(store: TaskStore, of: TaskKey, until: number): Promise<readonly number[]> {
  const seen: number[] = [];
  const ending = new LazyAbort();
  const wakes = wakesOf(store, ending, of);
  while ((seen.at(-1) ?? 0) < until) {
    const entries = await store.read(of, seen.at(-1) ?? 0, 10);
    if (entries === "gone") throw new Error("a task that is read is gone");
    for (const { number } of entries) seen.push(number);
    if (entries.length === 0) await reaching(wakes, (seen.at(-1) ?? 0) + 1);
  }
  ending.abort("enough");
  return seen;
}

function counted(): { readonly until: Departure; readonly ending: LazyAbort; listeners(): number } {
  const ending = new LazyAbort();
  const listening = new Set<object>();
  const until: Departure = {
    get isAborted() {
      return ending.isAborted;
    },
    onAbort(act) {
      const listener = {};
      listening.add(listener);
      const stop = ending.onAbort(() => {
        listening.delete(listener);
        act();
      });
      return () => {
        listening.delete(listener);
        stop();
      };
    },
  };
  return { until, ending, listeners: () => listening.size };
}
