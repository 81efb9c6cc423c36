import type { Message, Task, TaskEvent, TaskPushNotificationConfig, TaskState, Version } from "@a2a/core";
import type { Departure } from "../lazy-abort.js";
import type { MaybePromise } from "../maybe-promise.js";

/** Where a task is kept. Ids are looked up per tenant and owner: a task of somebody else is no task. */
export interface TaskKey {
  readonly tenant: string;
  readonly owner: string;
  readonly id: string;
}

/** A text for a key, unlike that of any other. */
export function nameOfKey({ tenant, owner, id }: TaskKey): string {
  // The lengths tell where a name ends, so that no choice of names can spell another key.
  return `${tenant.length}:${owner.length}:${tenant}${owner}${id}`;
}

/** One event of a task's log. Entry 1 is the task itself with its first message; every entry is exactly one event on the wire. */
export interface LogEntry {
  /** 1, 2, 3 …: the task's generation, the SSE id, the cursor of readers and the version of the store's compare-and-set. */
  readonly number: number;
  /** When it was appended: RFC 3339, UTC. */
  readonly at: string;
  /** A client's message: it rides on the working status that it causes. */
  readonly received?: Message;
  readonly event: TaskEvent;
  /** The agent's turn ended with it: what follows needs the client. */
  readonly endsTurn?: true;
  /** Of an artifact update: the artifact's position in the task, in the order in which artifacts first appeared. */
  readonly artifactIndex?: number;
}

/** A task to be stored, with what is fixed for its life. */
export interface NewTask {
  readonly key: TaskKey;
  readonly contextId: string;
  /** The version that created it. */
  readonly version: Version;
}

/** The right to append to a task. A store takes appends with its latest lease only. */
export interface Lease {
  readonly key: TaskKey;
  /** Grows with every lease of the task. */
  readonly token: number;
}

/** A task as it stands. */
export interface StoredTask extends NewTask {
  /** Number of the entry that `task` includes last. */
  readonly number: number;
  /** The fold of the log up to `number`; the receiver may change it. */
  readonly task: Task;
}

/** Which tasks to list: those of one tenant and owner, newest status first, then by id from the end of the alphabet. */
export interface ListQuery {
  readonly tenant: string;
  readonly owner: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Only tasks whose status is at this time (milliseconds since 1970) or later. */
  readonly since?: number;
  /** Last task of the page before. */
  readonly after?: { readonly time: number; readonly id: string };
  readonly limit: number;
}

/** One page of a list. */
export interface TaskPage {
  readonly tasks: readonly StoredTask[];
  /** Tasks that match, on all pages. */
  readonly total: number;
  readonly more: boolean;
}

/** Rights to append. */
export interface LeaseStore {
  /** Takes the right to append to a task from whoever has it; undefined where there is no such task. */
  acquire(key: TaskKey): MaybePromise<Lease | undefined>;
  /** Gives it back. */
  release(lease: Lease): MaybePromise<void>;
}

/** A webhook of a task, and how much of the log it has been told. */
export interface StoredPushConfig {
  readonly config: TaskPushNotificationConfig & { readonly id: string; readonly taskId: string };
  /** The version that registered it: its calls speak that. */
  readonly version: Version;
  /** Number of the last log entry that it was called for, or that was given up. */
  readonly delivered: number;
}

/** Webhooks. They are kept as long as their task. */
export interface PushConfigStore {
  /** Keeps a webhook; one of the same task and id is replaced. `gone` where there is no such task. */
  put(key: TaskKey, config: StoredPushConfig): MaybePromise<"stored" | "gone">;
  get(key: TaskKey, id: string): MaybePromise<StoredPushConfig | undefined>;
  /** All webhooks of a task, in the order in which they were first put. */
  list(key: TaskKey): MaybePromise<readonly StoredPushConfig[]>;
  delete(key: TaskKey, id: string): MaybePromise<void>;
  /** Notes that a webhook has been told up to an entry. One that is gone meanwhile stays so. */
  advance(key: TaskKey, id: string, delivered: number): MaybePromise<void>;
}

/**
 * Keeps tasks and their logs. What it returns as `stored` is readable by everyone from then on. A store that has nothing to wait for answers
 * without a promise.
 */
export interface TaskStore {
  /** Stores a new task with its first entries, all or none; the first is the task itself. */
  create(task: NewTask, entries: readonly LogEntry[]): MaybePromise<Lease | "exists">;
  load(key: TaskKey): MaybePromise<StoredTask | undefined>;
  /**
   * Appends entries numbered `after + 1` and up, all or none. A store that loads faster from a checkpoint calls `checkpoint` for a copy of the
   * task with them folded in; how often is its own matter, as long as the cost of an append does not grow with the task.
   *
   * @returns `conflict` where the log's last number is not `after`, `fenced` where the lease is not the latest
   */
  append(
    lease: Lease,
    after: number,
    entries: readonly LogEntry[],
    also?: { checkpoint?(): Task },
  ): MaybePromise<"stored" | "conflict" | "fenced">;
  /** Up to `limit` entries with numbers above `after`; `gone` where they are no longer kept. */
  read(key: TaskKey, after: number, limit: number): MaybePromise<readonly LogEntry[] | "gone">;
  /** Yields the log's last number, and again whenever it has grown, until `until` aborts. Numbers may be skipped, never the last one. */
  wake(key: TaskKey, until: Departure): AsyncIterable<number>;
  list(query: ListQuery): MaybePromise<TaskPage>;
  readonly leases: LeaseStore;
  readonly push: PushConfigStore;
  /** Tasks outlive the process: a turn that a shutdown stops is left for another process instead of failed. */
  readonly isDurable: boolean;
  close(): MaybePromise<void>;
}
