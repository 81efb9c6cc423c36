import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import type { LogEntry, TaskKey, TaskStore } from "../store/store.js";
import { nameOfKey } from "../store/store.js";
import { later } from "./later.js";
import { Registry } from "./registry.js";

/** Resolves once nothing else is to be done at once: a burst of events is read, and written, together. */
function soon(): Promise<void> {
  return new Promise((resolve) => {
    later(resolve);
  });
}

// Bounds what a reader holds at once; a long backlog is read in several steps.
const batchSize = 256;

/** When a reader ends. */
export interface ReadUntil {
  /** Aborted when nobody reads on: it ends at once. */
  readonly left?: Departure | undefined;
  /** Aborted when the log grows no longer: it ends with what there is. */
  readonly lost?: Departure | undefined;
}

/** Readers of the same task. */
interface Audience {
  readonly readers: Set<TaskReader>;
  /** Several have read at a time: what is made of an entry for one is of use to others. */
  isShared: boolean;
}

/** The readers of a runtime, so that they can be let go together. */
export class Readers {
  readonly #open = new Registry<Audience>();
  #isClosed = false;

  /** Lets every reader end at the end of its log instead of waiting there, those that come later too. */
  close(): void {
    this.#isClosed = true;
    for (const { readers } of this.#open.values()) for (const reader of readers) reader.stopWaiting();
  }

  /** Reads a task's log from a cursor on. */
  read(store: TaskStore, key: TaskKey, after: number, until: ReadUntil = {}): TaskReader {
    const name = nameOfKey(key);
    const audience = this.#open.get(name) ?? { readers: new Set(), isShared: false };
    const onEnd = (): void => {
      audience.readers.delete(reader);
      if (audience.readers.size === 0) this.#open.delete(name);
    };
    const reader: TaskReader = new TaskReader({ store, key, until, audience, onEnd }, after);
    audience.readers.add(reader);
    audience.isShared ||= audience.readers.size > 1;
    if (!this.#open.get(name)) this.#open.set(name, audience);
    if (this.#isClosed) reader.stopWaiting();
    return reader;
  }
}

interface ReaderOptions {
  readonly store: TaskStore;
  readonly key: TaskKey;
  readonly until: ReadUntil;
  readonly audience: Readonly<Audience>;
  onEnd(): void;
}

/**
 * Reads a task's log in batches, waiting for more until it is left. A reader is nothing but its cursor: it lags at no cost to anyone, and leaving
 * it stops nothing. Not a generator, because thousands of them wait at a time (`npm run bench -- --only idle`).
 */
export class TaskReader implements AsyncIterableIterator<readonly LogEntry[], undefined> {
  readonly #options: ReaderOptions;
  readonly #waiting = new LazyAbort();
  readonly #stops: (() => void)[];
  #cursor: number;
  #wakes: AsyncIterator<number> | undefined;
  #isOver = false;
  #hadAll = false;

  constructor(options: ReaderOptions, after: number) {
    this.#options = options;
    this.#cursor = after;
    const { left, lost } = options.until;
    const stop = (): void => this.stopWaiting();
    this.#stops = [left?.onAbort(stop), lost?.onAbort(stop)].filter((each) => each !== undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Whether others read the same log, or have until now. */
  get isShared(): boolean {
    return this.#options.audience.isShared;
  }

  /** Ends at the end of the log instead of waiting there. */
  stopWaiting(): void {
    this.#waiting.abort("the reader is left");
  }

  async next(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    const { store, key, until } = this.#options;
    try {
      while (!this.#isOver && !until.left?.isAborted) {
        if (this.#hadAll) await soon();
        const entries = await store.read(key, this.#cursor, batchSize);
        if (entries === "gone") break;
        this.#hadAll = entries.length < batchSize;
        const last = entries.at(-1);
        if (last) {
          this.#cursor = last.number;
          return { done: false, value: entries };
        }
        if (await this.#isAtEnd()) break;
      }
      return await this.return();
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#options.onEnd();
      for (const stop of this.#stops) stop();
      this.stopWaiting();
      await this.#wakes?.return?.();
    }
    return { done: true, value: undefined };
  }

  /** Waits until the log is longer; true where it never will be. */
  async #isAtEnd(): Promise<boolean> {
    const { store, key } = this.#options;
    this.#wakes ??= store.wake(key, this.#waiting)[Symbol.asyncIterator]();
    for (;;) {
      const wake = await this.#wakes.next();
      if (wake.done) return true;
      if (wake.value > this.#cursor) return false;
    }
  }
}
