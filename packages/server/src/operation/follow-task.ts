import type { Task } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
import type { EventPlace } from "@a2a/core/internal";
import type { Departure } from "../lazy-abort.js";
import type { LogEntry, StoredTask, TaskKey } from "../store/store.js";
import type { TaskReader } from "../task/task-reader.js";
import type { TaskRuntime } from "../task/task-runtime.js";
import type { Call, OperationContext, StreamItem, StreamRest } from "./call.js";

/** Which part of a task's log a stream shows. */
export interface Follow {
  readonly key: TaskKey;
  /** Number of the last entry that the reader has. */
  readonly after: number;
  /** Where the task is written for this reader: aborted when it can no longer be. */
  readonly lost?: Departure;
  /** Where the stream ends, besides the end of the task: where the agent waits for input, where its turn ends, or nowhere else. */
  readonly until: "input" | "turn" | "terminal";
  /** Turns that ended before this entry do not end the stream: the task has gone on since, or the stream is about what came then. Default 0. */
  readonly endsFrom?: number;
}

/**
 * Streams a task's events from a cursor on, until the task is over.
 *
 * @throws A2AError `InternalError` where the task is lost
 * @see A2A 1.0, section 3.5.2
 */
export function followTask(runtime: TaskRuntime, follow: Follow, { client }: Pick<Call<"SubscribeToTask">, "client">): StreamRest {
  return new TaskFollower(runtime.read(follow.key, follow.after, { left: client, lost: follow.lost }), follow);
}

class TaskFollower implements StreamRest {
  readonly #reader: TaskReader;
  readonly #follow: Follow;
  #isOver = false;

  constructor(reader: TaskReader, follow: Follow) {
    this.#reader = reader;
    this.#follow = follow;
  }

  next(): Promise<IteratorResult<readonly StreamItem[], undefined>> {
    return this.#isOver ? this.#reader.return() : this.#reader.next().then(({ value }) => this.#take(value));
  }

  return(): Promise<unknown> {
    return this.#reader.return();
  }

  get isShared(): boolean {
    return this.#reader.isShared;
  }

  #take(entries: readonly LogEntry[] | undefined): IteratorResult<readonly StreamItem[], undefined> {
    const { lost, until, endsFrom = 0 } = this.#follow;
    if (!entries && lost?.isAborted) throw new A2AError("InternalError", "the task could not be written");
    if (!entries) return { done: true, value: undefined };
    const end = entries.findIndex((entry) => ends(entry, until, endsFrom));
    this.#isOver = end >= 0;
    const shown = this.#isOver ? entries.slice(0, end + 1) : entries;
    return { done: false, value: shown.map((entry, at) => itemOf(entry, at === end)) };
  }
}

/**
 * Where a reader goes on who comes back with a cursor; undefined where it has to begin with the task as it is: without a cursor, with one whose
 * entries are gone or never were, and where nothing is left to be told on a stream that ends with the task as it is.
 */
export async function cursorOf(
  { cursor }: Pick<Call<"SubscribeToTask">, "cursor">,
  { key, number, isEnd }: Pick<StoredTask, "key" | "number"> & { readonly isEnd: boolean },
  { runtime }: OperationContext,
): Promise<number | undefined> {
  if (cursor === undefined || cursor > (isEnd ? number - 1 : number)) return undefined;
  return (await runtime.keeps(key, cursor)) ? cursor : undefined;
}

/** The task as it is, to begin a stream with. */
export function snapshotItem(task: Task, number: number, place: { readonly isLast: boolean; readonly isCatchUp: boolean }): StreamItem {
  return { number, event: { task }, place };
}

const within: EventPlace = { isLast: false, isCatchUp: false };
const atEnd: EventPlace = { isLast: true, isCatchUp: false };

function itemOf({ number, event, artifactIndex }: LogEntry, isLast: boolean): StreamItem {
  if (artifactIndex === undefined) return { number, event, place: isLast ? atEnd : within };
  return { number, event, place: { isLast, isCatchUp: false, artifactIndex } };
}

function ends({ number, event, endsTurn }: LogEntry, until: Follow["until"], endsFrom: number): boolean {
  if (!("statusUpdate" in event)) return false;
  const { state } = event.statusUpdate.status;
  if (isTerminal(state)) return true;
  if (number < endsFrom) return false;
  return until === "turn" ? endsTurn === true : until === "input" && state === "TASK_STATE_INPUT_REQUIRED";
}
