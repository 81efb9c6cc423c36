import type { Task, TaskEvent, TaskState } from "@a2a/core";
import { applyEvent, copyTask, LocalError } from "@a2a/core";
import type { MaybePromise } from "../maybe-promise.js";
import { after, isPromise } from "../maybe-promise.js";
import type { Lease, LogEntry, NewTask, TaskStore } from "../store/store.js";

/**
 * A task's log as its one writer sees it: the fold so far, and the right to append. What one step adds is written together, all or none.
 */
export class TaskLog {
  readonly of: NewTask;
  readonly #store: TaskStore;
  #task: Task;
  #number: number;
  #lease: Lease | undefined;
  #added: LogEntry[] = [];

  /** @param stored what the store has of the task; without it the log begins with the first commit */
  constructor(store: TaskStore, of: NewTask, task: Task, stored?: { readonly number: number; readonly lease: Lease }) {
    this.#store = store;
    this.of = of;
    this.#task = task;
    this.#number = stored?.number ?? 0;
    this.#lease = stored?.lease;
  }

  /** The task as the store has it: not to be kept or handed out. */
  get task(): Readonly<Task> {
    return this.#task;
  }

  /** Number of the last entry that the store has; 0 before the task is stored. */
  get number(): number {
    return this.#number;
  }

  /** The task's state with what was added. */
  get state(): TaskState {
    const last = this.#added.findLast(({ event }) => !("artifactUpdate" in event))?.event;
    if (!last || "artifactUpdate" in last) return this.#task.status.state;
    return "task" in last ? last.task.status.state : last.statusUpdate.status.state;
  }

  /** Adds an event to what is written next. */
  add(event: TaskEvent, at: string, also: Pick<LogEntry, "received" | "endsTurn"> = {}): LogEntry {
    const entry = this.#entry(this.#number + this.#added.length + 1, at, event, also);
    this.#added.push(entry);
    return entry;
  }

  /**
   * Writes what was added. What the store refuses leaves no trace here.
   *
   * @throws LocalError `CLOSED` where another writer has the task now
   */
  commit(): MaybePromise<void> {
    const entries = this.#added;
    this.#added = [];
    const [first] = entries;
    if (!first) return undefined;
    if (!this.#lease) return after(this.#store.create(this.of, entries), (lease) => this.#created(lease, entries));
    const checkpoint = (): Task => entries.reduce((task, { event, received }) => applyEvent(task, event, received), copyTask(this.#task));
    return after(this.#store.append(this.#lease, this.#number, entries, { checkpoint }), (outcome) => {
      if (outcome !== "stored") throw this.#lost(outcome);
      this.#fold(entries);
    });
  }

  /** Gives the right to append back. Leases end by themselves: that one could not be given back concerns nobody who waits for the task. */
  release(warn: (error: unknown) => void): MaybePromise<void> {
    if (!this.#lease) return undefined;
    try {
      const releasing = this.#store.leases.release(this.#lease);
      return isPromise(releasing) ? releasing.catch(warn) : undefined;
    } catch (error) {
      return warn(error);
    }
  }

  #created(lease: Lease | "exists", entries: readonly LogEntry[]): void {
    if (lease === "exists") throw this.#lost(lease);
    this.#lease = lease;
    this.#fold(entries);
  }

  #fold(entries: readonly LogEntry[]): void {
    for (const { number, event, received } of entries) {
      this.#task = applyEvent(number === 1 ? undefined : this.#task, event, received);
      this.#number = number;
    }
  }

  #lost(why: string): LocalError {
    return new LocalError("CLOSED", `another writer has task ${this.of.key.id}: ${why}`);
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
}
