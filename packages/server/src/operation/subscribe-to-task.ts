import { A2AError, isTerminal } from "@a2a/core";
import { notFound } from "../task/not-found.js";
import type { Call, OperationContext, Stream } from "./call.js";
import { keyOf } from "./call.js";
import { cursorOf, followTask, snapshotItem } from "./follow-task.js";
import { assertStreaming } from "./send-streaming-message.js";

/**
 * Streams a task from now on: the task as it is, then its events until it is over. A reader who comes back is told what it has missed instead.
 *
 * @throws A2AError `StreamingNotSupportedError`, `TaskNotFoundError`, `UnsupportedOperationError` for a task that is over
 * @see A2A 1.0, section 3.1.6
 */
export async function subscribeToTask(call: Call<"SubscribeToTask">, context: OperationContext): Promise<Stream> {
  assertStreaming(context);
  const key = keyOf(call.context, call.params.id);
  const stored = await context.runtime.load(key);
  if (!stored) throw notFound(key);
  const { task, number } = stored;
  const { subscribeToTerminal, streamsEndWithTurn } = call.rules;
  const until = streamsEndWithTurn ? "turn" : "terminal";
  const isOver = isTerminal(task.status.state);
  // Where streams end with the turn, one that ended before ends this one at once.
  const isLast = isOver || (streamsEndWithTurn && (await context.runtime.waitsAfterTurn(stored)));
  const cursor = await cursorOf(call, { key, number, isEnd: isLast }, context);
  const lost = context.runtime.watchOf(key)?.lost;
  const follow = { key, until, ...(lost && { lost }) } as const;
  if (cursor !== undefined) return { first: [], rest: followTask(context.runtime, { after: cursor, endsFrom: number, ...follow }, call) };
  if (isOver && !subscribeToTerminal) throw new A2AError("UnsupportedOperationError", `task ${task.id} is over: ${task.status.state}`);
  const first = [snapshotItem(task, number, { isLast, isCatchUp: true })];
  return isLast ? { first } : { first, rest: followTask(context.runtime, { after: number, ...follow }, call) };
}
