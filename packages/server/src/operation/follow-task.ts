import { isTerminal } from "@a2a/core";
import type { LogEntry, TaskKey } from "../store/store.js";
import type { TaskRuntime } from "../task/task-runtime.js";
import type { StreamItem } from "./call.js";

/** Which part of a task's log a stream shows. */
export interface Follow {
  readonly key: TaskKey;
  /** Number of the last entry that the reader has. */
  readonly after: number;
  /** Whether the stream ends where the agent waits for input. */
  readonly untilInput: boolean;
  readonly signal: AbortSignal;
}

/**
 * Streams a task's events from a cursor on, until the task is over.
 *
 * @see A2A 1.0, section 3.5.2
 */
export async function* followTask(
  runtime: TaskRuntime,
  { key, after, untilInput, signal }: Follow,
): AsyncGenerator<readonly StreamItem[], void> {
  for await (const entries of runtime.read(key, after, signal)) {
    const end = entries.findIndex((entry) => ends(entry, untilInput));
    yield (end < 0 ? entries : entries.slice(0, end + 1)).map(({ number, event }) => ({ number, event }));
    if (end >= 0) return;
  }
}

function ends({ event }: LogEntry, untilInput: boolean): boolean {
  if (!("statusUpdate" in event)) return false;
  const { state } = event.statusUpdate.status;
  return isTerminal(state) || (untilInput && state === "TASK_STATE_INPUT_REQUIRED");
}
