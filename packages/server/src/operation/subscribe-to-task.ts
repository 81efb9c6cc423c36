import { A2AError, isTerminal } from "@a2a/core";
import { notFound } from "../task/task-runtime.js";
import type { Call, OperationContext, Stream } from "./call.js";
import { keyOf } from "./call.js";
import { followTask } from "./follow-task.js";
import { assertStreaming } from "./send-streaming-message.js";

/**
 * Streams a task from now on: the task as it is, then its events until it is over.
 *
 * @throws A2AError `StreamingNotSupportedError`, `TaskNotFoundError`, `UnsupportedOperationError` for a task that is over
 * @see A2A 1.0, section 3.1.6
 */
export async function* subscribeToTask(call: Call<"SubscribeToTask">, context: OperationContext): Stream {
  assertStreaming(context);
  const key = keyOf(call.context, call.params.id);
  const stored = await context.runtime.load(key);
  if (!stored) throw notFound(key);
  const { task, number } = stored;
  if (isTerminal(task.status.state)) throw new A2AError("UnsupportedOperationError", `task ${task.id} is over: ${task.status.state}`);
  yield [{ number, event: { task } }];
  yield* followTask(context.runtime, { key, after: number, untilInput: false, signal: call.signal });
}
