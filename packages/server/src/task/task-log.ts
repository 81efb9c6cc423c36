import type { Message, Task, TaskEvent, TaskState } from "@a2a/core";
import { applyEvent, copyTask, LocalError } from "@a2a/core";
import type { MaybePromise } from "../maybe-promise.js";
import { after, isPromise } from "../maybe-promise.js";
import { roughSize } from "../store/rough-size.js";
import type { Also, Lease, LogEntry, NewTask, TaskStore } from "../store/store.js";
import { later } from "./later.js";

// So many entries, of so many bytes, may wait while others are written: an agent that says more is made to wait as well.
const maxWaiting = 256;
const maxWaitingSize = 8 * 1024 * 1024;

const none: readonly LogEntry[] = [];

/** Who is told how a log goes. */
export interface LogListener {
  /** The task is stored. */
  begun(): void;
  /** Something is lost that nobody has waited for. Nothing more can be added until that is forgiven. */
  lost(error: unknown): void;
}

const nobody: LogListener = { begun: () => undefined, lost: () => undefined };

/** What an entry has besides its event. */
export type EntryFacts = Pick<LogEntry, "received" | "context" | "endsTurn">;

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
  /** About how many bytes wait for a write to end. */
  #waitingSize = 0;
  /** What is being written. */
  #underway: readonly LogEntry[] = none;
  /** A write that nobody waits for. */
  #writing: Promise<void> | undefined;
  #isAwaited = false;
  #isScheduled = false;
  #listener = nobody;
  /** What is to be written has something in it that nobody waits for. */
  #hasFlushed = false;
  #loss: { readonly error: unknown } | undefined;
  #refusal: unknown;

  /** @param stored what the store has of the task; without it the log begins with the first write */
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

  /** Whether there is nothing of the task, neither stored nor to be written. */
  get isEmpty(): boolean {
    return this.#number === 0 && this.#underway.length === 0 && this.#added.length === 0;
  }

  /** Of the lease that it is written with; 0 where there is none. */
  get token(): number {
    return this.#lease?.token ?? 0;
  }

  /** The task's state with what was added. */
  get state(): TaskState {
    const last = this.#findLast(({ event }) => !("artifactUpdate" in event))?.event;
    if (!last || "artifactUpdate" in last) return this.#task.status.state;
    return "task" in last ? last.task.status.state : last.statusUpdate.status.state;
  }

  /** Sets who is told how it goes. */
  listen(listener: LogListener): void {
    this.#listener = listener;
  }

  /**
   * Adds an event to what is written next.
   *
   * @throws the error by which the store has refused what was said before, until that is forgiven
   */
  add(event: TaskEvent, at: string, also: EntryFacts = {}): LogEntry {
    if (this.#loss) throw this.#loss.error;
    const entry = this.#entry(this.#number + this.#underway.length + this.#added.length + 1, at, event, also);
    this.#added.push(entry);
    if (this.#writing || this.#isScheduled) this.#waitingSize += roughSize(entry);
    return entry;
  }

  /** Adds the task itself, which is the first entry of its log. */
  addTask(state: TaskState, at: string, also: EntryFacts): void {
    this.add({ task: Object.assign({}, this.#task, { status: { state, timestamp: at } }) }, at, also);
  }

  /** Adds a status. */
  addStatus(state: TaskState, at: string, facts: EntryFacts & { readonly words?: Message | undefined }): void {
    const { key, contextId } = this.of;
    const status = facts.words ? { state, message: facts.words, timestamp: at } : { state, timestamp: at };
    this.add({ statusUpdate: { taskId: key.id, contextId, status } }, at, facts);
  }

  /** Whether the task has an artifact, with what was added. */
  hasArtifact(artifactId: string): boolean {
    return this.#task.artifacts?.some((artifact) => artifact.artifactId === artifactId) || this.#addedIndexOf(artifactId) !== undefined;
  }

  /**
   * Writes what was added. What the store refuses leaves no trace here.
   *
   * @throws LocalError `CLOSED` where another writer has the task now; as `add` does
   */
  commit({ release = false }: Pick<Also, "release"> = {}): MaybePromise<void> {
    if (this.#loss) throw this.#loss.error;
    if (!this.#writing) return this.#write(release);
    this.#isAwaited = true;
    return this.#writing.then(() => this.#write(release));
  }

  /**
   * Has what was added written, and waits for that only where much waits already. What an agent says in a burst, or while something is written, is
   * written together, so that a stream costs a durable store few writes.
   */
  flush(): MaybePromise<void> {
    this.#hasFlushed = true;
    const hasRoom = this.#added.length < maxWaiting && this.#waitingSize < maxWaitingSize;
    if (this.#writing) return hasRoom ? undefined : this.#writing;
    if (this.#store.isDurable && hasRoom) return this.#schedule();
    return this.#begin() && hasRoom ? undefined : this.#writing;
  }

  /** Lets the log go on after a loss, which is told in it. */
  forgive(): void {
    this.#loss = undefined;
  }

  /** Whether an error is one of the store. */
  isRefusal(error: unknown): boolean {
    return error !== undefined && error === this.#refusal;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    later(() => {
      this.#isScheduled = false;
      // Somebody may have written all that meanwhile, and waited for it.
      if (!this.#writing && this.#added.length > 0) this.#begin();
    });
  }

  /** @returns whether something is being written now */
  #begin(): boolean {
    let writing: MaybePromise<void>;
    try {
      writing = this.#write(false);
    } catch {
      // The listener was told.
      return false;
    }
    if (!isPromise(writing)) return false;
    this.#writing = writing;
    writing.then(
      () => {
        this.#writing = undefined;
        if (!this.#isAwaited && this.#added.length > 0) this.#begin();
        this.#isAwaited = false;
      },
      () => undefined,
    );
    return true;
  }

  /** Gives the right to append back. @param fail told where it could not be given back, which concerns nobody who waits for the task */
  release(fail: (lease: Lease, error: unknown) => void): MaybePromise<void> {
    const lease = this.#lease;
    if (!lease) return undefined;
    this.#lease = undefined;
    try {
      const releasing = this.#store.leases.release(lease);
      return isPromise(releasing) ? releasing.catch((error: unknown) => fail(lease, error)) : undefined;
    } catch (error) {
      return fail(lease, error);
    }
  }

  #write(release: boolean): MaybePromise<void> {
    const entries = this.#added;
    if (entries.length === 0) return undefined;
    this.#added = [];
    this.#waitingSize = 0;
    this.#underway = entries;
    const hasFlushed = this.#hasFlushed;
    this.#hasFlushed = false;
    const checkpoint = (): Task => entries.reduce((task, { event, received }) => applyEvent(task, event, received), copyTask(this.#task));
    const also: Also = release ? { checkpoint, release } : { checkpoint };
    try {
      const outcome = this.#lease
        ? this.#store.append(this.#lease, this.#number, entries, also)
        : this.#store.create(this.of, entries, also);
      const written = after(outcome, (answer) => this.#written(answer, entries, release));
      return isPromise(written) ? written.catch((error: unknown) => this.#refused(error, hasFlushed)) : written;
    } catch (error) {
      return this.#refused(error, hasFlushed);
    }
  }

  #written(outcome: Lease | "exists" | "stored" | "conflict" | "fenced", entries: readonly LogEntry[], release: boolean): void {
    const isNew = typeof outcome === "object";
    if (isNew) this.#lease = outcome;
    else if (outcome !== "stored") throw this.#lost(outcome);
    if (release) this.#lease = undefined;
    this.#underway = none;
    this.#fold(entries);
    if (isNew) this.#listener.begun();
  }

  /** What was added since rests on what was refused. */
  #refused(error: unknown, wasFlushed: boolean): never {
    const isLoss = wasFlushed || this.#hasFlushed;
    this.#underway = none;
    this.#added = [];
    this.#writing = undefined;
    this.#isAwaited = false;
    this.#hasFlushed = false;
    this.#refusal = error;
    if (isLoss) {
      this.#loss = { error };
      this.#listener.lost(error);
    }
    throw error;
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
  #entry(number: number, at: string, event: TaskEvent, { received, context, endsTurn }: EntryFacts): LogEntry {
    if ("artifactUpdate" in event) return { number, at, event, artifactIndex: this.#artifactIndexOf(event) };
    if (received) return context ? { number, at, event, received, context } : { number, at, event, received };
    if (context) return { number, at, event, context };
    return endsTurn ? { number, at, event, endsTurn } : { number, at, event };
  }

  #artifactIndexOf(event: Extract<TaskEvent, { artifactUpdate: unknown }>): number {
    const { artifactId } = event.artifactUpdate.artifact;
    const { artifacts = [] } = this.#task;
    // From the end: chunks are of the newest artifact nearly always.
    const known = this.#addedIndexOf(artifactId) ?? artifacts.findLastIndex((artifact) => artifact.artifactId === artifactId);
    return known < 0 ? this.#nextArtifact(artifacts.length) : known;
  }

  /** Where an artifact that is not stored yet, or was told of since, will be in the task. */
  #addedIndexOf(artifactId: string): number | undefined {
    return this.#findLast(({ event }) => "artifactUpdate" in event && event.artifactUpdate.artifact.artifactId === artifactId)
      ?.artifactIndex;
  }

  #nextArtifact(stored: number): number {
    const added = [...this.#underway, ...this.#added].map(({ artifactIndex = -1 }) => artifactIndex + 1);
    return Math.max(stored, ...added);
  }

  #findLast(is: (entry: LogEntry) => boolean): LogEntry | undefined {
    return this.#added.findLast(is) ?? this.#underway.findLast(is);
  }
}
