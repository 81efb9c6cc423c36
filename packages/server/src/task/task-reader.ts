import type { LogEntry, TaskKey, TaskStore } from "../store/store.js";

// Bounds what a reader holds at once; a long backlog is read in several steps.
const batchSize = 256;

/** When a reader ends. */
export interface ReadUntil {
  /** Aborted when nobody reads on: it ends at once. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted when the log grows no longer: it ends with what there is. */
  readonly lost?: AbortSignal | undefined;
}

/** The readers of a runtime, so that they can be let go together. */
export class Readers {
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  /** Lets every reader end at the end of its log instead of waiting there, those that come later too. */
  close(): void {
    this.#isClosed = true;
    for (const left of this.#open) left.abort();
  }

  /**
   * Reads a task's log from a cursor on, in batches, waiting for more until a signal aborts. A reader is nothing but its cursor: it lags at no
   * cost to anyone, and leaving it stops nothing.
   */
  async *read(store: TaskStore, key: TaskKey, after: number, { signal, lost }: ReadUntil = {}): AsyncGenerator<readonly LogEntry[], void> {
    const left = new AbortController();
    const leave = (): void => left.abort();
    this.#open.add(left);
    // Not AbortSignal.any, which costs a reader as much as the rest of it.
    signal?.addEventListener("abort", leave, { once: true });
    lost?.addEventListener("abort", leave, { once: true });
    if (this.#isClosed || signal?.aborted || lost?.aborted) left.abort();
    const wakes = store.wake(key, left.signal)[Symbol.asyncIterator]();
    let cursor = after;
    try {
      while (!signal?.aborted) {
        const entries = await store.read(key, cursor, batchSize);
        if (entries === "gone") return;
        const last = entries.at(-1);
        if (last) {
          cursor = last.number;
          yield entries;
        } else if (await isAtEnd(wakes, cursor)) return;
      }
    } finally {
      this.#open.delete(left);
      signal?.removeEventListener("abort", leave);
      lost?.removeEventListener("abort", leave);
      left.abort();
      await wakes.return?.();
    }
  }
}

/** Waits until the log is longer than `cursor`; true where it never will be. */
async function isAtEnd(wakes: AsyncIterator<number>, cursor: number): Promise<boolean> {
  for (;;) {
    const wake = await wakes.next();
    if (wake.done) return true;
    if (wake.value > cursor) return false;
  }
}
