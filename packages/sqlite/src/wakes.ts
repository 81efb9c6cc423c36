import type { Departure, MaybePromise, TaskKey } from "@a2a/server";
import { nameOfKey } from "@a2a/server/internal";

/** Those who wait for tasks to change. Nothing is kept of a task that nobody waits for. */
export class Wakes {
  readonly #waiting = new Map<string, Set<() => void>>();
  #isClosed = false;
  #changes = 0;

  /** Yields a task's last number, and again whenever it has grown, until nobody waits any more. @param last undefined where there is no such task */
  follow(key: TaskKey, until: Departure, last: () => MaybePromise<number | undefined>): AsyncIterableIterator<number, undefined> {
    let seen = 0;
    const look = async (): Promise<IteratorResult<number, undefined> | undefined> => {
      const number = this.#isOver(until) ? undefined : await last();
      if (number === undefined || this.#isOver(until)) return { done: true, value: undefined };
      if (number === seen) return undefined;
      seen = number;
      return { done: false, value: number };
    };
    const next = async (): Promise<IteratorResult<number, undefined>> => {
      for (;;) {
        const changes = this.#changes;
        const found = await look();
        if (found) return found;
        // Looking takes a while: what changed meanwhile has been told to nobody.
        if (changes === this.#changes && !until.isAborted) await this.#changed(nameOfKey(key), until);
      }
    };
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next,
    };
  }

  /** Lets everyone look who waits for a task. */
  tell(key: TaskKey): void {
    this.#changes += 1;
    for (const wakeUp of this.#waiting.get(nameOfKey(key)) ?? []) wakeUp();
  }

  /** Lets everyone look. */
  tellAll(): void {
    this.#changes += 1;
    for (const waiting of this.#waiting.values()) for (const wakeUp of waiting) wakeUp();
  }

  /** Ends whoever waits, and whoever comes later. */
  close(): void {
    this.#isClosed = true;
    this.tellAll();
  }

  #isOver(until: Departure): boolean {
    return until.isAborted || this.#isClosed;
  }

  #changed(name: string, until: Departure): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, waiting);
      const settle = (): void => {
        waiting.delete(settle);
        if (waiting.size === 0) this.#waiting.delete(name);
        stop();
        resolve();
      };
      waiting.add(settle);
      const stop = until.onAbort(settle);
    });
  }
}
