import type { Task, TaskEvent } from "@a2a/core";
import { applyEvent, copyTask, LocalError } from "@a2a/core";
import type { Lease, LogEntry, NewTask, TaskStore } from "../store/store.js";

/** A task's log as its one writer sees it: the fold so far, and the right to append. */
export class TaskLog {
  readonly of: NewTask;
  readonly #store: TaskStore;
  #task: Task;
  #number: number;
  #lease: Lease | undefined;

  /** @param stored what the store has of the task; without it the log begins with the first append */
  constructor(store: TaskStore, of: NewTask, task: Task, stored?: { readonly number: number; readonly lease: Lease }) {
    this.#store = store;
    this.of = of;
    this.#task = task;
    this.#number = stored?.number ?? 0;
    this.#lease = stored?.lease;
  }

  /** The task so far, as it is: not to be kept or handed out. */
  get task(): Readonly<Task> {
    return this.#task;
  }

  /** Number of the last entry; 0 before the task is stored. */
  get number(): number {
    return this.#number;
  }

  /**
   * Appends one event.
   *
   * @throws LocalError `CLOSED` where another writer has the task now
   */
  async append(event: TaskEvent, at: string, also: Pick<LogEntry, "received" | "endsTurn"> = {}): Promise<void> {
    const number = this.#number + 1;
    if (!this.#lease) return this.#create({ number, at, event, ...also });
    const entry = this.#entry(number, at, event, also);
    // The fold follows the store: an entry that it refuses leaves no trace here.
    const checkpoint = (): Task => applyEvent(copyTask(this.#task), event, also.received);
    const outcome = await this.#store.append(this.#lease, this.#number, [entry], { checkpoint });
    if (outcome !== "stored") throw new LocalError("CLOSED", `another writer has task ${this.of.key.id}: ${outcome}`);
    this.#task = applyEvent(this.#task, event, also.received);
    this.#number = number;
  }

  /** Gives the right to append back. */
  async release(): Promise<void> {
    if (this.#lease) await this.#store.leases.release(this.#lease);
  }

  /** Written out, not spread: this is done for every chunk of every stream. */
  #entry(number: number, at: string, event: TaskEvent, { received, endsTurn }: Pick<LogEntry, "received" | "endsTurn">): LogEntry {
    if ("artifactUpdate" in event) return { number, at, event, artifactIndex: this.#artifactIndexOf(event) };
    if (received) return { number, at, event, received };
    return endsTurn ? { number, at, event, endsTurn } : { number, at, event };
  }

  #artifactIndexOf(event: Extract<TaskEvent, { artifactUpdate: unknown }>): number {
    const { artifactId } = event.artifactUpdate.artifact;
    const { artifacts = [] } = this.#task;
    // From the end: chunks are of the newest artifact nearly always.
    const known = artifacts.findLastIndex((artifact) => artifact.artifactId === artifactId);
    return known < 0 ? artifacts.length : known;
  }

  async #create(first: LogEntry): Promise<void> {
    const lease = await this.#store.create(this.of, first);
    if (lease === "exists") throw new LocalError("CLOSED", `task ${this.of.key.id} exists already`);
    this.#task = applyEvent(undefined, first.event);
    this.#lease = lease;
    this.#number = 1;
  }
}
