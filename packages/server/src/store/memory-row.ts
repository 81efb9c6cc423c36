import type { Task } from "@a2a/core";
import { applyEvent, copyTask } from "@a2a/core";
import type { Departure } from "../lazy-abort.js";
import { roughSize } from "./rough-size.js";
import type { LogEntry, NewTask, StoredPushConfig, StoredTask } from "./store.js";

/** What the memory store keeps of one task. */
export interface MemoryRow {
  readonly of: NewTask;
  readonly log: LogEntry[];
  /** The fold of the log, made on demand and carried on from there. */
  folded: { task: Task; number: number } | undefined;
  status: Task["status"];
  /** When the status was stored: milliseconds since 1970. */
  statusAt: number;
  /** About how many bytes the log takes. */
  size: number;
  /** Number of the entry that ended a turn last; 0 before the first one ended. */
  turnEnded: number;
  /** Token of the latest lease. */
  token: number;
  isGone: boolean;
  /** Whoever waits for a change; absent where nobody ever did. */
  wakers: Set<() => void> | undefined;
  /** Absent where there never was one. */
  pushes: Map<string, StoredPushConfig> | undefined;
}

/** Creates the row of a new task. */
export function createRow(of: NewTask, first: LogEntry | undefined, statusAt: number): MemoryRow {
  if (!first || !("task" in first.event)) throw new TypeError("the first entry of a log is the task itself");
  const { status } = first.event.task;
  return {
    of,
    log: [first],
    folded: undefined,
    status,
    statusAt,
    size: roughSize(first),
    turnEnded: first.endsTurn ? 1 : 0,
    token: 1,
    isGone: false,
    wakers: undefined,
    pushes: undefined,
  };
}

/** The task as the row has it; the receiver may change it. */
export function loadRow(row: MemoryRow): StoredTask {
  const { task, number } = fold(row);
  return { number, turnFrom: row.turnEnded + 1, task: copyTask(task), ...row.of };
}

/** Yields the length of the row's log, and again whenever it has grown, until nobody waits any more or the row is gone. */
export function wakesOf(row: MemoryRow, until: Departure): AsyncIterableIterator<number, undefined> {
  let seen = 0;
  function look(): IteratorResult<number, undefined> {
    if (until.isAborted || row.isGone) return { done: true, value: undefined };
    seen = row.log.length;
    return { done: false, value: seen };
  }
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => (row.log.length === seen && !until.isAborted && !row.isGone ? changed(row, until).then(look) : Promise.resolve(look())),
  };
}

/** Lets everyone look who waits for the row to change. */
export function wakeAll(row: MemoryRow): void {
  for (const wakeUp of row.wakers ?? []) wakeUp();
}

function fold(row: MemoryRow): { task: Task; number: number } {
  for (let at = row.folded?.number ?? 0; at < row.log.length; at += 1) {
    const entry = row.log[at];
    if (entry) row.folded = { task: applyEvent(row.folded?.task, entry.event, entry.received), number: entry.number };
  }
  if (!row.folded) throw new TypeError("a task without its first entry");
  return row.folded;
}

function changed(row: MemoryRow, until: Departure): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      row.wakers?.delete(settle);
      stop();
      resolve();
    };
    row.wakers ??= new Set();
    row.wakers.add(settle);
    const stop = until.onAbort(settle);
  });
}
