import { A2AError, isTerminal } from "@a2a/core";
import { notFound } from "../task/not-found.js";
import type { SentToTask } from "../task/task-runtime.js";
import type { Call, OperationContext, Stream } from "./call.js";
import type { Follow } from "./follow-task.js";
import { cursorOf, followTask, snapshotItem } from "./follow-task.js";
import { takeMessage } from "./take-message.js";

/**
 * Takes a message and streams what it causes: the agent's direct reply alone, or the task and its events until it is over or waits for input.
 *
 * @throws A2AError `StreamingNotSupportedError`, and what `takeMessage` throws
 * @see A2A 1.0, section 3.1.2
 */
export async function sendStreamingMessage(call: Call<"SendStreamingMessage">, context: OperationContext): Promise<Stream> {
  assertStreaming(context);
  const { sent, isDuplicate } = await takeMessage(call, context);
  if (sent.kind === "reply") return { first: [{ event: { message: sent.reply }, place: { isLast: true, isCatchUp: false } }] };
  const until = call.rules.streamsEndWithTurn ? "turn" : "input";
  if (isDuplicate) return streamAgain(call, context, sent, until);
  const { key, after, task, watch } = sent;
  const rest = followTask(context.runtime, { key, after, lost: watch.lost, until }, call);
  if (task) return { first: [snapshotItem(task, after, { isLast: false, isCatchUp: false })], rest };
  // What fails before the first event is refused like any other request.
  const { value = [] } = await rest.next();
  return { first: value, rest };
}

/** What a message has caused and still causes, for a client that has sent it once more: from its cursor on, else from the task as it is. */
async function streamAgain(
  call: Call<"SendStreamingMessage">,
  context: OperationContext,
  { key, after, watch }: SentToTask,
  until: Follow["until"],
): Promise<Stream> {
  const stored = await context.runtime.load(key);
  if (!stored) throw notFound(key);
  const { task, number } = stored;
  const { state } = task.status;
  const endsWithTurn = until === "turn" && (await context.runtime.waitsAfterTurn(stored));
  const isEnd = isTerminal(state) || state === "TASK_STATE_INPUT_REQUIRED" || endsWithTurn;
  const cursor = await cursorOf(call, { key, number, isEnd }, context);
  const first = cursor === undefined ? [snapshotItem(task, number, { isLast: isEnd, isCatchUp: true })] : [];
  if (cursor === undefined && isEnd) return { first };
  // A cursor of an earlier stream: what ended that one is no end of what this message caused.
  return { first, rest: followTask(context.runtime, { key, after: cursor ?? number, lost: watch.lost, until, endsFrom: after }, call) };
}

/** @throws A2AError `StreamingNotSupportedError` where the card does not offer streams */
export function assertStreaming({ card }: OperationContext): void {
  if (!card.capabilities.streaming) throw new A2AError("StreamingNotSupportedError", "the agent's card does not offer streaming");
}
