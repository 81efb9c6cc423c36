import type { LogEntry, TaskKey, TaskStore } from "../store/store.js";

// Bounds what a reader holds at once; a long backlog is read in several steps.
const batchSize = 256;

/**
 * Reads a task's log from a cursor on, in batches, waiting for more until the signal aborts. A reader is nothing but its cursor: it lags at no
 * cost to anyone, and leaving it stops nothing.
 */
export async function* readLog(
  store: TaskStore,
  key: TaskKey,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LogEntry[], void> {
  const left = new AbortController();
  const wakes = store.wake(key, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  let cursor = after;
  try {
    while (!signal.aborted) {
      const entries = await store.read(key, cursor, batchSize);
      if (entries === "gone") return;
      const last = entries.at(-1);
      if (last) {
        cursor = last.number;
        yield entries;
      } else if (await isAtEnd(wakes, cursor)) return;
    }
  } finally {
    left.abort();
    await wakes.return?.();
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
