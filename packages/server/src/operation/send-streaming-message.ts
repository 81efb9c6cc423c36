import { A2AError } from "@a2a/core";
import type { Call, OperationContext, Stream } from "./call.js";
import { followTask, snapshotItem } from "./follow-task.js";
import { takeMessage } from "./take-message.js";

/**
 * Takes a message and streams what it causes: the agent's direct reply alone, or the task and its events until it is over or waits for input.
 *
 * @throws A2AError `StreamingNotSupportedError`, and what `takeMessage` throws
 * @see A2A 1.0, section 3.1.2
 */
export async function* sendStreamingMessage(call: Call<"SendStreamingMessage">, context: OperationContext): Stream {
  assertStreaming(context);
  const sent = await takeMessage(call, context);
  if (sent.kind === "reply") {
    yield [{ event: { message: sent.reply }, place: { isLast: true, isCatchUp: false } }];
    return;
  }
  if (sent.task) yield [snapshotItem(sent.task, sent.after, { isLast: false, isCatchUp: false })];
  const until = call.rules.streamsEndWithTurn ? "turn" : "input";
  yield* followTask(context.runtime, { key: sent.key, after: sent.after, lost: sent.lost, until }, call);
}

/** @throws A2AError `StreamingNotSupportedError` where the card does not offer streams */
export function assertStreaming({ card }: OperationContext): void {
  if (!card.capabilities.streaming) throw new A2AError("StreamingNotSupportedError", "the agent's card does not offer streaming");
}
