import { isTerminal } from "@a2a/core";
import { continuedTaskId, isOwnTaskId } from "@a2a/core/internal";
import type { Caller } from "../caller/caller.js";
import { invalidParams } from "../invalid-params.js";
import { keyOf } from "../operation/call.js";
import type { TaskRuntime } from "../task/task-runtime.js";
import { assertId } from "./check-params.js";

/** Where tasks are looked for, and by what. */
export interface LatestOptions {
  readonly runtime: TaskRuntime;
  readonly maxIdLength: number;
}

/**
 * Params whose `id` names a task, where tasks that are over can be continued: with the id of the task that continues it last.
 *
 * @throws A2AError `InvalidParamsError` for an id that only the server gives
 */
export async function withLatestTask(params: unknown, caller: Caller, { runtime, maxIdLength }: LatestOptions): Promise<unknown> {
  if (typeof params !== "object" || params === null) return params;
  const { id }: { id?: unknown } = params;
  if (typeof id !== "string") return params;
  assertId("/id", id, maxIdLength);
  if (!isOwnTaskId(id)) throw invalidParams("/id", "a task id that does not end in ~ and a number");
  let latest = id;
  for (
    let stored = await runtime.load(keyOf({ caller }, id));
    stored;
    stored = await runtime.load(keyOf({ caller }, continuedTaskId(latest)))
  ) {
    latest = stored.key.id;
    if (!isTerminal(stored.task.status.state)) break;
  }
  return { ...params, id: latest };
}
