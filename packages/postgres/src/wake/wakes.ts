import type { Departure, TaskKey } from "@a2a/server";
import { nameOfKey } from "@a2a/server/internal";
import type { Database, Statement } from "../database/database.js";
import { numberIn, textIn } from "../database/row.js";
import { keyColumns } from "../key-text.js";
import { hashOf } from "../node-hash.js";

/** A task that somebody of this process waits for. */
interface Watch {
  /** The task's row, once it is known. */
  task: string | undefined;
  /** Number of the last entry, as far as it is known. */
  number: number;
  /** The task is gone, or the store is closed. */
  isOver: boolean;
  readers: number;
  readonly waiting: Set<() => void>;
}

/** What wakes are made of. */
export interface WakesOptions {
  readonly database: Database;
  /** Quoted already. */
  readonly schema: string;
  /** Tells other instances that a log has grown. */
  tell(name: string, number: number): void;
  /** Whether there is anybody to be told. */
  hasOthers(): boolean;
}

// The last number of a task that is gone.
const gone = 0;

/** Wakes whoever waits for a log to grow: where this instance appends, where another says that it has, and where a look at the logs shows it. */
export class Wakes {
  readonly #options: WakesOptions;
  readonly #statements: { readonly one: Statement; readonly all: Statement };
  readonly #watches = new Map<string, Watch>();
  #isClosed = false;

  constructor(options: WakesOptions) {
    const { schema } = options;
    this.#options = options;
    this.#statements = {
      one: {
        name: "a2a_number",
        text: `SELECT t.task::text AS task, t.number FROM ${schema}.tasks t WHERE t.tenant = $1 AND t.owner = $2 AND t.id = $3`,
      },
      all: { name: "a2a_numbers", text: `SELECT t.task::text AS task, t.number FROM ${schema}.tasks t WHERE t.task = ANY ($1::bigint[])` },
    };
  }

  /** Says that a log of this store's has grown. */
  grew(key: TaskKey, number: number): void {
    const hasOthers = this.#options.hasOthers();
    if (!hasOthers && this.#watches.size === 0) return;
    const name = shortName(key);
    this.hear(name, number);
    if (hasOthers) this.#options.tell(name, number);
  }

  /** Says that a task of this store's is gone. */
  forgot(key: TaskKey): void {
    this.grew(key, gone);
  }

  /** Hears of another instance that a log has grown. */
  hear(name: string, number: number): void {
    const watch = this.#watches.get(name);
    if (watch) note(watch, number);
  }

  /** Looks at every log that is waited for: what was said while nobody could hear it is found here. */
  async look(): Promise<void> {
    const watches = [...this.#watches.values()].filter(({ task }) => task !== undefined);
    if (watches.length === 0) return;
    const rows = await this.#options.database.call(this.#statements.all, () => [watches.map(({ task }) => task)]);
    const numbers = new Map(rows.map((row) => [textIn(row, "task"), numberIn(row, "number")]));
    for (const watch of watches) note(watch, numbers.get(watch.task ?? "") ?? gone);
  }

  /** Lets everyone go who waits. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#watches.values()) note(watch, gone);
  }

  /** Yields a log's last number, and again whenever it has grown. */
  wake(key: TaskKey, until: Departure): AsyncIterableIterator<number, undefined> {
    const name = shortName(key);
    let watch: Watch | undefined;
    let seen = 0;
    const end = (): IteratorReturnResult<undefined> => {
      if (watch) this.#leave(name, watch);
      watch = undefined;
      return { done: true, value: undefined };
    };
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        if (until.isAborted || this.#isClosed) return end();
        if (seen === 0) {
          watch ??= this.#join(name);
          await this.#ask(key, watch);
        } else if (!watch) return end();
        else if (watch.number === seen && !watch.isOver) await changed(watch, until);
        if (until.isAborted || watch.isOver) return end();
        seen = watch.number;
        return { done: false, value: seen };
      },
      return: async () => end(),
    };
  }

  async #ask(key: TaskKey, watch: Watch): Promise<void> {
    const [row] = await this.#options.database.call(this.#statements.one, () => keyColumns(key));
    if (row) watch.task = textIn(row, "task");
    note(watch, row ? numberIn(row, "number") : gone);
  }

  #join(name: string): Watch {
    const known = this.#watches.get(name);
    // One that is over may have left its name to a new task.
    const watch =
      known && !known.isOver ? known : { task: undefined, number: 0, isOver: false, readers: 0, waiting: new Set<() => void>() };
    watch.readers += 1;
    this.#watches.set(name, watch);
    return watch;
  }

  #leave(name: string, watch: Watch): void {
    watch.readers -= 1;
    if (watch.readers === 0 && this.#watches.get(name) === watch) this.#watches.delete(name);
  }
}

/** A name for a key that is short enough for many of them to be said at once. */
function shortName(key: TaskKey): string {
  return hashOf(nameOfKey(key));
}

function note(watch: Watch, number: number): void {
  if (number === gone) watch.isOver = true;
  else if (number > watch.number) watch.number = number;
  else return;
  for (const wakeUp of [...watch.waiting]) wakeUp();
}

function changed(watch: Watch, until: Departure): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      watch.waiting.delete(settle);
      stop?.();
      resolve();
    };
    watch.waiting.add(settle);
    // It calls back at once where it is over already.
    let stop: (() => void) | undefined;
    stop = until.onAbort(settle);
    if (until.isAborted) stop();
  });
}
