import type { Task } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
import { notFound } from "../task/not-found.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";

/**
 * Cancels a task and answers with it once it is canceled.
 *
 * @throws A2AError `TaskNotFoundError`, `TaskNotCancelableError` for a task that is over or whose agent refuses
 * @see A2A 1.0, section 3.1.5
 */
export async function cancelTask({ params, context, generations }: Call<"CancelTask">, { runtime }: OperationContext): Promise<Task> {
  const key = keyOf(context, params.id);
  const before = await runtime.load(key);
  if (!before) throw notFound(key);
  const { state } = before.task.status;
  if (isTerminal(state)) throw new A2AError("TaskNotCancelableError", `task ${params.id} is over: ${state}`);
  await runtime.cancel(key, context);
  const after = await runtime.load(key);
  if (!after) throw notFound(key);
  generations?.set(after.task, after.number);
  return after.task;
}
