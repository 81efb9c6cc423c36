import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import type { LogEntry, TaskKey, TaskStore } from "../store/store.js";

// Bounds what a reader holds at once; a long backlog is read in several steps.
const batchSize = 256;

/** When a reader ends. */
export interface ReadUntil {
  /** Aborted when nobody reads on: it ends at once. */
  readonly left?: Departure | undefined;
  /** Aborted when the log grows no longer: it ends with what there is. */
  readonly lost?: Departure | undefined;
}

/** The readers of a runtime, so that they can be let go together. */
export class Readers {
  readonly #open = new Set<LazyAbort>();
  #isClosed = false;

  /** Lets every reader end at the end of its log instead of waiting there, those that come later too. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#open) end.abort("the reader is left");
  }

  /**
   * Reads a task's log from a cursor on, in batches, waiting for more until it is left. A reader is nothing but its cursor: it lags at no cost to
   * anyone, and leaving it stops nothing.
   */
  async *read(store: TaskStore, key: TaskKey, after: number, { left, lost }: ReadUntil = {}): AsyncGenerator<readonly LogEntry[], void> {
    const end = new LazyAbort();
    const leave = (): void => end.abort("the reader is left");
    this.#open.add(end);
    const stops = [left?.onAbort(leave), lost?.onAbort(leave)];
    if (this.#isClosed) leave();
    let wakes: AsyncIterator<number> | undefined;
    let cursor = after;
    try {
      while (!left?.isAborted) {
        const entries = await store.read(key, cursor, batchSize);
        if (entries === "gone") return;
        const last = entries.at(-1);
        if (last) {
          cursor = last.number;
          yield entries;
          continue;
        }
        wakes ??= store.wake(key, end.signal)[Symbol.asyncIterator]();
        if (await isAtEnd(wakes, cursor)) return;
      }
    } finally {
      this.#open.delete(end);
      for (const stop of stops) stop?.();
      leave();
      await wakes?.return?.();
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
