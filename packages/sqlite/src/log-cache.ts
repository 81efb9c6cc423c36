import type { LogEntry, TaskKey } from "@a2a/server";
import type { Link } from "@a2a/server/internal";
import { nameOfKey, Recency } from "@a2a/server/internal";

// About how many characters of JSON are kept, and how many entries of one task.
const maxSize = 8_388_608;
const maxEntries = 512;

/** The end of one task's log. */
interface Tail {
  readonly name: string;
  readonly entries: LogEntry[];
  readonly sizes: number[];
  size: number;
}

/** Entries, and their texts. */
interface Stored {
  readonly entries: readonly LogEntry[];
  readonly jsons: readonly string[];
}

/**
 * What was written last, so that those who follow a task do not read and check again what this process has just written, and share what is made of
 * an entry. One process has the file: nobody else appends.
 */
export class LogCache {
  readonly #tails = new Map<string, Link<Tail>>();
  readonly #recency = new Recency<Tail>();
  #size = 0;

  /** Adds what was stored behind the entry `after`. */
  add(key: TaskKey, after: number, { entries, jsons }: Stored): void {
    const tail = this.#tailOf(nameOfKey(key), after);
    for (const [at, entry] of entries.entries()) {
      const size = jsons[at]?.length ?? 0;
      tail.entries.push(entry);
      tail.sizes.push(size);
      tail.size += size;
      this.#size += size;
    }
    // Half at a time, so that it costs the same for each entry.
    if (tail.entries.length > maxEntries) this.#shorten(tail, maxEntries / 2);
    for (let oldest = this.#recency.oldest; oldest && this.#size > maxSize; oldest = this.#recency.oldest) this.#drop(oldest);
  }

  /** Up to `limit` entries above `after`; undefined where they are not all here. */
  read(key: TaskKey, after: number, limit: number): readonly LogEntry[] | undefined {
    const entries = this.#tails.get(nameOfKey(key))?.value.entries;
    const from = entries?.[0]?.number;
    return entries && from !== undefined && after >= from - 1 ? entries.slice(after - from + 1, after - from + 1 + limit) : undefined;
  }

  /** Number of the last entry; undefined where it is not known. */
  lastOf(key: TaskKey): number | undefined {
    return this.#tails.get(nameOfKey(key))?.value.entries.at(-1)?.number;
  }

  remove(key: TaskKey): void {
    const link = this.#tails.get(nameOfKey(key));
    if (link) this.#drop(link);
  }

  clear(): void {
    for (const link of this.#tails.values()) this.#drop(link);
  }

  #tailOf(name: string, after: number): Tail {
    const link = this.#tails.get(name);
    if (link?.value.entries.at(-1)?.number === after) {
      this.#recency.renew(link);
      return link.value;
    }
    if (link) this.#drop(link);
    const tail = { name, entries: [], sizes: [], size: 0 };
    this.#tails.set(name, this.#recency.add(tail));
    return tail;
  }

  #shorten(tail: Tail, count: number): void {
    tail.entries.splice(0, count);
    const gone = tail.sizes.splice(0, count).reduce((sum, size) => sum + size, 0);
    tail.size -= gone;
    this.#size -= gone;
  }

  #drop(link: Link<Tail>): void {
    this.#recency.remove(link);
    this.#tails.delete(link.value.name);
    this.#size -= link.value.size;
  }
}
