import type { Task } from "@a2a/core";
import { notFound } from "../task/not-found.js";
import { awaitGeneration } from "./await-generation.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";
import { withHistory } from "./history.js";

/**
 * Answers with a task as it is; to a caller who knows it so already, once it has gone on.
 *
 * @throws A2AError `TaskNotFoundError`
 * @see A2A 1.0, section 3.1.3
 */
export async function getTask(call: Call<"GetTask">, context: OperationContext): Promise<Task> {
  const { params, conditions, generations } = call;
  const key = keyOf(call.context, params.id);
  const found = await context.runtime.load(key);
  const stored = found && conditions ? await awaitGeneration(found, call, context) : found;
  if (!stored) throw notFound(key);
  const task = withHistory(stored.task, params.historyLength);
  generations?.set(task, stored.number);
  return task;
}
