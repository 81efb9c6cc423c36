import type { MemoryRow } from "./memory-row.js";
import type { DeadLetter, PushConfigStore, StoredDeadLetter, TaskKey } from "./store.js";
import { nameOfKey } from "./store.js";

// Bounds what webhooks that never answer may hold.
const maxDeadLetters = 10_000;

/** The webhooks of the memory store. There is one instance, so that every webhook is its own. */
export function createMemoryPush(find: (key: TaskKey) => MemoryRow | undefined): PushConfigStore {
  let dead: { readonly row: MemoryRow; readonly letter: StoredDeadLetter }[] = [];

  return {
    put(key, stored) {
      const row = find(key);
      if (!row) return "gone";
      row.pushes ??= new Map();
      row.pushes.set(stored.config.id, stored);
      return "stored";
    },
    get: (key, id) => find(key)?.pushes?.get(id),
    ours: (key, id) => find(key)?.pushes?.get(id),
    list: (key) => [...(find(key)?.pushes?.values() ?? [])],
    delete(key, id) {
      find(key)?.pushes?.delete(id);
    },
    advance(key, id, delivered, letter?: DeadLetter) {
      const row = find(key);
      const stored = row?.pushes?.get(id);
      if (!row || !stored) return false;
      if (stored.delivered < delivered) row.pushes?.set(id, { ...stored, delivered });
      if (!letter) return true;
      if (dead.length === maxDeadLetters) dead.shift();
      dead.push({ row, letter: { ...letter, key, configId: id } });
      return true;
    },
    // Webhooks are called by this process as long as their tasks are kept.
    adopt: () => [],
    deadLetters({ after, limit }) {
      dead = dead.filter(({ row }) => !row.isGone);
      const from = after ? dead.findLastIndex(({ letter }) => isSame(letter, after)) + 1 : 0;
      return dead.slice(from, from + limit).map(({ letter }) => letter);
    },
  };
}

function isSame(one: StoredDeadLetter, other: StoredDeadLetter): boolean {
  const isOne = one.number === other.number && one.at === other.at && one.configId === other.configId;
  return isOne && nameOfKey(one.key) === nameOfKey(other.key);
}
