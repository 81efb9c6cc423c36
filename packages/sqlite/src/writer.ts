import type { Database } from "./database.js";
import { closed } from "./storage-error.js";

/** Something that is written together with others. It may be tried twice, so that all it changes is in the database. */
interface Job {
  act(): unknown;
  /** What is answered where another instance has the file; without it the job fails. */
  readonly refused: (() => unknown) | undefined;
  /** Takes back what was committed and did not reach the disk: absent where who is told so finds out what there is. */
  readonly undo: ((done: unknown) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What else may become of something that is written. */
interface Outcomes<T> {
  /** What is answered where another instance has the file; without it that is a LocalError `CLOSED`. */
  readonly refused?: () => T;
  /** Takes back what was committed and did not reach the disk, as far as that can be done. */
  readonly undo?: (done: T) => void;
}

/** What has been committed, and is told when it is on the disk. */
interface Committed {
  readonly jobs: readonly Job[];
  readonly outcomes: readonly unknown[];
}

/** What a writer is made of. */
export interface WriterOptions {
  readonly database: Database;
  readonly instance: string;
  /** Resolves when what has been committed is on the disk; absent where commits wait for that themselves, or nobody does. */
  readonly sync: (() => Promise<void>) | undefined;
  /** What has been committed may not be on the disk: those who wait for it are told that it failed, but it is in the file. */
  onUnsynced(): void;
  /** Another instance turns out to have the file. */
  onLost(): void;
}

/** Another instance has the file. */
class Lost extends Error {}

/**
 * Writes in groups: what is asked for in one turn of the event loop is one transaction, and what is committed while the disk is busy is one write to
 * it, which blocks nobody. Each job has an outcome of its own, and is told it when that is on the disk.
 */
export class Writer {
  readonly #options: WriterOptions;
  #jobs: Job[] = [];
  #committed: Committed[] = [];
  #syncing: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Whether something is about to be written. */
  get isWaiting(): boolean {
    return this.#jobs.length > 0;
  }

  /** @throws LocalError `STORAGE`, `CLOSED` */
  write<T>(act: () => T, { refused, undo }: Outcomes<T> = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed("is closed"));
      // safe: what a job resolves with, or takes back, is what its own function returned
      const job: Job = { act, refused, undo: undo as Job["undo"], resolve: resolve as Job["resolve"], reject };
      if (this.#jobs.push(job) === 1) setImmediate(() => this.flush());
    });
  }

  /** Writes at once what waits. */
  flush(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length > 0 && !this.#commit(jobs)) for (const job of jobs) this.#commit([job]);
  }

  /** What has been read just now, when nothing in it can be lost any more. */
  visible<T>(value: T): T | Promise<T> {
    return this.#syncing ? this.#synced().then(() => value) : value;
  }

  /** Whether this instance has the file still. */
  hasFile(): boolean {
    const { database, instance } = this.#options;
    return database.get("SELECT value FROM meta WHERE name = 'instance'")?.value === instance;
  }

  /** Writes what waits, and nothing more. */
  close(): Promise<void> | undefined {
    if (!this.#isClosed) this.flush();
    this.#isClosed = true;
    return this.#syncing && this.#synced();
  }

  /** Whether it is settled how each job ends: where one of several fails, each is tried again alone. */
  #commit(jobs: readonly Job[]): boolean {
    try {
      const outcomes = this.#options.database.transaction(() => {
        if (!this.hasFile()) throw new Lost();
        return jobs.map(({ act }) => act());
      });
      this.#tell({ jobs, outcomes });
    } catch (error) {
      if (!(error instanceof Lost) && jobs.length > 1) return false;
      if (error instanceof Lost) this.#options.onLost();
      for (const job of jobs) fail(job, error);
    }
    return true;
  }

  #tell(committed: Committed): void {
    const { sync } = this.#options;
    if (sync) {
      this.#committed.push(committed);
      this.#syncing ??= this.#sync(sync);
    } else succeed(committed);
  }

  /** Brings to the disk what has been committed, and what is committed meanwhile, until there is no more. */
  async #sync(sync: () => Promise<void>): Promise<void> {
    while (this.#committed.length > 0) {
      const group = this.#committed;
      this.#committed = [];
      try {
        await sync();
        for (const committed of group) succeed(committed);
      } catch (error) {
        this.#undo(group);
        for (const { jobs } of group) for (const job of jobs) job.reject(error);
        this.#options.onUnsynced();
      }
    }
    this.#syncing = undefined;
  }

  /** What cannot be taken back stays, as it does where the process ends now. */
  #undo(group: readonly Committed[]): void {
    const undos = group.flatMap(({ jobs, outcomes }) => jobs.flatMap(({ undo }, at) => (undo ? [() => undo(outcomes[at])] : [])));
    if (undos.length === 0) return;
    try {
      this.#options.database.transaction(() => {
        if (this.hasFile()) for (const undo of undos) undo();
      });
    } catch {
      // The disk fails, and whoever wrote is told that.
    }
  }

  /** Resolves when all that has been committed until now is on the disk. */
  #synced(): Promise<void> {
    return new Promise((resolve) => {
      const job = { act: () => undefined, refused: undefined, undo: undefined, resolve: () => resolve(), reject: () => resolve() };
      this.#tell({ jobs: [job], outcomes: [undefined] });
    });
  }
}

function succeed({ jobs, outcomes }: Committed): void {
  for (const [at, { resolve }] of jobs.entries()) resolve(outcomes[at]);
}

function fail({ refused, resolve, reject }: Job, error: unknown): void {
  if (!(error instanceof Lost)) reject(error);
  else if (refused) resolve(refused());
  else reject(closed("has lost its file to a process that opened it later"));
}
