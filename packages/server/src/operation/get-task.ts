import type { Task } from "@a2a/core";
import { notFound } from "../task/not-found.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";
import { withHistory } from "./history.js";

/**
 * Answers with a task as it is.
 *
 * @throws A2AError `TaskNotFoundError`
 * @see A2A 1.0, section 3.1.3
 */
export async function getTask({ params, context }: Call<"GetTask">, { runtime }: OperationContext): Promise<Task> {
  const key = keyOf(context, params.id);
  const stored = await runtime.load(key);
  if (!stored) throw notFound(key);
  return withHistory(stored.task, params.historyLength);
}
