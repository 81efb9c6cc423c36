import type { Message, SendMessageRequest } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
import { isLikeBase64 } from "../agent/is-like-base64.js";
import type { Sent } from "../task/task-runtime.js";
import { notFound } from "../task/task-runtime.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";

/**
 * Gives a client's message to the task that it names, or starts a new one.
 *
 * @throws A2AError `TaskNotFoundError`, `InvalidTaskStateError`, `InvalidParamsError`
 * @see A2A 1.0, sections 3.1.1 and 3.4
 */
export async function takeMessage(
  call: Call<"SendMessage"> | Call<"SendStreamingMessage">,
  { runtime, makeId }: OperationContext,
): Promise<Sent> {
  const { params, rules } = call;
  const { message, configuration } = params;
  if (message.role !== "ROLE_USER" && !rules.anyClientRole) throw invalid("/message/role", "ROLE_USER, because the sender is the client");
  const broken = message.parts.findIndex(({ raw }) => raw !== undefined && !isLikeBase64(raw));
  if (broken >= 0) throw invalid(`/message/parts/${broken}/raw`, "base64");
  // Protobuf writers cannot tell an empty id from an absent one.
  const taskId = message.taskId || undefined;
  const contextId = message.contextId || undefined;
  const key = keyOf(call.context, taskId ?? makeId());
  const stored = taskId === undefined ? undefined : await runtime.load(key);
  if (!stored) {
    if (taskId !== undefined && !rules.clientTaskIds) throw notFound(key);
    const task = { key, contextId: contextId ?? makeId(), version: call.version };
    const options = { atOnce: configuration?.returnImmediately ?? false, directReplies: rules.directReplies };
    return runtime.begin(task, placed(message, key.id, task.contextId), call.context, options);
  }
  if (contextId !== undefined && contextId !== stored.contextId) throw invalid("/message/contextId", "the context of the task");
  if (isTerminal(stored.task.status.state)) {
    throw new A2AError("InvalidTaskStateError", `task ${key.id} is over: ${stored.task.status.state}`);
  }
  return runtime.reply(key, placed(message, key.id, stored.contextId), call.context);
}

function placed(message: SendMessageRequest["message"], taskId: string, contextId: string): Message {
  return { ...message, taskId, contextId };
}

function invalid(pointer: string, expected: string): A2AError {
  return new A2AError("InvalidParamsError", `${pointer}: expected ${expected}`, { violations: [{ pointer, expected }] });
}
