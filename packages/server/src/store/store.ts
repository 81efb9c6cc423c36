import type { Message, Task, TaskEvent, TaskPushNotificationConfig, TaskState, Version } from "@a2a/core";
import type { TurnContext } from "../agent/turn-input.js";
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
  /** What the agent was told with the message that the entry has, kept by durable stores so that its turn can be run again. */
  readonly context?: TurnContext;
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

/**
 * The right of an instance to append to a task; an instance is one `TaskStore` object. A store takes appends with the task's latest lease only.
 */
export interface Lease {
  readonly key: TaskKey;
  /** Grows with every lease of the task. */
  readonly token: number;
}

/** A task as it stands. */
export interface StoredTask extends NewTask {
  /** Number of the entry that `task` includes last. */
  readonly number: number;
  /** Number of the first entry of the turn that is being worked on: the one behind the last that ended a turn. Above `number` where none is. */
  readonly turnFrom: number;
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

/** A task whose turn was left by its instance, and that this one has now. */
export interface Adopted {
  readonly lease: Lease;
  /** How often in a row its turn has been taken over, this time counted. */
  readonly times: number;
}

/** Rights to append. An instance that does not show for some time that it lives has ended for all others, and what it appends is refused. */
export interface LeaseStore {
  /**
   * Takes the right to append to a task. One that this instance has is renewed: the older lease is no longer good.
   *
   * @returns `held` where another instance has it, which lives; undefined where there is no such task
   */
  acquire(key: TaskKey): MaybePromise<Lease | "held" | undefined>;
  /** Gives it back. */
  release(lease: Lease): MaybePromise<void>;
  /** Takes over tasks in the middle of a turn, at most so many, that no living instance has: theirs has ended, or has given them back. */
  adopt(limit: number): MaybePromise<readonly Adopted[]>;
  /** Sets who is told that this instance has ended for all others and goes on as another: no lease that it had is good any more. Absent where that cannot be. */
  onLapse?(listener: () => void): void;
}

/** Reaches the instance that has the right to append to a task. */
export interface Relay {
  /**
   * Asks it. What it is asked is taken up once at most.
   *
   * @param request JSON
   * @returns what it answers; undefined where no other living instance has the task any more, and when the asker has left
   */
  ask(key: TaskKey, request: unknown, left: Departure): Promise<unknown>;
  /** Sets who answers what other instances ask this one; what it resolves with is JSON. */
  answerWith(answer: (key: TaskKey, request: unknown) => Promise<unknown>): void;
}

/** A webhook of a task, and how much of the log it has been told. */
export interface StoredPushConfig {
  readonly config: TaskPushNotificationConfig & { readonly id: string; readonly taskId: string };
  /** The version that registered it: its calls speak that. */
  readonly version: Version;
  /** Number of the last log entry that it was called for, or that was given up. */
  readonly delivered: number;
}

/** A call of a webhook that was given up. */
export interface DeadLetter {
  /** Number of the log entry that the webhook was not told. */
  readonly number: number;
  /** When it was given up: RFC 3339, UTC. */
  readonly at: string;
  /** Why, in a few words for the operator. */
  readonly reason: string;
}

/** A dead letter of a webhook. */
export interface StoredDeadLetter extends DeadLetter {
  readonly key: TaskKey;
  readonly configId: string;
}

/** Webhooks and what they could not be told. They are kept as long as their task. */
export interface PushConfigStore {
  /** Keeps a webhook, which this instance calls from then on; one of the same task and id is replaced. `gone` where there is no such task. */
  put(key: TaskKey, config: StoredPushConfig): MaybePromise<"stored" | "gone">;
  get(key: TaskKey, id: string): MaybePromise<StoredPushConfig | undefined>;
  /** All webhooks of a task, in the order in which they were first put. */
  list(key: TaskKey): MaybePromise<readonly StoredPushConfig[]>;
  delete(key: TaskKey, id: string): MaybePromise<void>;
  /**
   * Notes that a webhook has been told up to an entry, or that its call was given up.
   *
   * @returns false where it is gone, or another instance calls it now
   */
  advance(key: TaskKey, id: string, delivered: number, dead?: DeadLetter): MaybePromise<boolean>;
  /** A webhook that this instance calls; undefined where it is gone, or another instance calls it now. */
  ours(key: TaskKey, id: string): MaybePromise<StoredPushConfig | undefined>;
  /** Takes over webhooks, at most so many, that have something to be told and that no living instance calls. */
  adopt(limit: number): MaybePromise<readonly { readonly key: TaskKey; readonly id: string }[]>;
  /** Calls that were given up, the oldest first. @param after the last one of the page before */
  deadLetters(page: { readonly after?: StoredDeadLetter; readonly limit: number }): MaybePromise<readonly StoredDeadLetter[]>;
}

/** What is to be done with what is appended. */
export interface Also {
  /** Makes a copy of the task with the entries folded in, for a store that loads faster from one. */
  checkpoint?(): Task;
  /** The lease is given back with it. */
  readonly release?: boolean;
}

/**
 * Keeps tasks and their logs. What it returns as `stored` is readable by everyone from then on. A store that has nothing to wait for answers
 * without a promise.
 */
export interface TaskStore {
  /** Stores a new task with its first entries, all or none; the first is the task itself. */
  create(task: NewTask, entries: readonly LogEntry[], also?: Also): MaybePromise<Lease | "exists">;
  load(key: TaskKey): MaybePromise<StoredTask | undefined>;
  /**
   * Appends entries numbered `after + 1` and up, all or none; where several appends follow each other without waiting, in their order. How often a
   * store asks for a checkpoint is its own matter, as long as the cost of an append does not grow with the task.
   *
   * @returns `conflict` where the log's last number is not `after`, `fenced` where the lease is not the latest
   */
  append(lease: Lease, after: number, entries: readonly LogEntry[], also?: Also): MaybePromise<"stored" | "conflict" | "fenced">;
  /** Up to `limit` entries with numbers above `after`; `gone` where they are no longer kept. */
  read(key: TaskKey, after: number, limit: number): MaybePromise<readonly LogEntry[] | "gone">;
  /** Yields the log's last number, and again whenever it has grown, until `until` aborts. Numbers may be skipped, never the last one. */
  wake(key: TaskKey, until: Departure): AsyncIterable<number>;
  list(query: ListQuery): MaybePromise<TaskPage>;
  readonly leases: LeaseStore;
  readonly push: PushConfigStore;
  /** Absent where one instance at a time has all tasks. */
  readonly relay?: Relay;
  /** Tasks outlive the process: a turn that a shutdown stops is left for another process instead of failed. */
  readonly isDurable: boolean;
  /** Resolves where the store can do its work now. @throws where it cannot */
  ping(): MaybePromise<void>;
  /** Ends the instance: what it had may be taken over at once. */
  close(): MaybePromise<void>;
}
