import type { Database } from "./database.js";
import { closed } from "./storage-error.js";

/** Something that is written together with others. It may be tried twice, so that all it changes is in the database. */
interface Job {
  act(): unknown;
  /** What is answered where another instance has the file; without it the job fails. */
  readonly refused: (() => unknown) | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Another instance has the file. */
class Lost extends Error {}

/**
 * Writes in groups: what is asked for in one turn of the event loop is one transaction, because it is the commit that costs. Each job has an outcome
 * of its own, and is told it after the commit.
 */
export class Writer {
  readonly #database: Database;
  readonly #instance: string;
  readonly #onLost: () => void;
  #jobs: Job[] = [];

  /** @param onLost is called when another instance turns out to have the file */
  constructor(database: Database, instance: string, onLost: () => void) {
    this.#database = database;
    this.#instance = instance;
    this.#onLost = onLost;
  }

  /** @param refused what is answered where another instance has the file; without it that is a LocalError `CLOSED` */
  write<T>(act: () => T, refused?: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.#database.isOpen) return reject(closed("is closed"));
      // safe: what a job resolves with is what its own function returned
      const job: Job = { act, refused, resolve: resolve as (value: unknown) => void, reject };
      if (this.#jobs.push(job) === 1) setImmediate(() => this.flush());
    });
  }

  /** Writes at once what waits. */
  flush(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length > 0 && !this.#commit(jobs)) for (const job of jobs) this.#commit([job]);
  }

  /** Whether it is settled how each job ended: where one of several fails, each is tried again alone. */
  #commit(jobs: readonly Job[]): boolean {
    let outcomes: readonly unknown[];
    try {
      outcomes = this.#database.transaction(() => {
        if (!this.hasFile()) throw new Lost();
        return jobs.map(({ act }) => act());
      });
    } catch (error) {
      if (!(error instanceof Lost) && jobs.length > 1) return false;
      if (error instanceof Lost) this.#onLost();
      for (const job of jobs) fail(job, error);
      return true;
    }
    for (const [at, { resolve }] of jobs.entries()) resolve(outcomes[at]);
    return true;
  }

  /** Whether this instance has the file still. */
  hasFile(): boolean {
    return this.#database.get("SELECT value FROM meta WHERE name = 'instance'")?.value === this.#instance;
  }
}

function fail({ refused, resolve, reject }: Job, error: unknown): void {
  if (!(error instanceof Lost)) reject(error);
  else if (refused) resolve(refused());
  else reject(closed("has lost its file to a process that opened it later"));
}
