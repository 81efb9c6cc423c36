import type { Message, SendMessageRequest } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
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
  const { message, configuration } = call.params;
  if (message.role !== "ROLE_USER") throw invalid("/message/role", "ROLE_USER, because the sender is the client");
  // Protobuf writers cannot tell an empty id from an absent one.
  const taskId = message.taskId || undefined;
  const contextId = message.contextId || undefined;
  if (taskId === undefined) {
    const id = makeId();
    const task = { key: keyOf(call.context, id), contextId: contextId ?? makeId(), version: call.version };
    return runtime.begin(task, placed(message, id, task.contextId), call.context, { atOnce: configuration?.returnImmediately ?? false });
  }
  const key = keyOf(call.context, taskId);
  const stored = await runtime.load(key);
  if (!stored) throw notFound(key);
  if (contextId !== undefined && contextId !== stored.contextId) throw invalid("/message/contextId", "the context of the task");
  if (isTerminal(stored.task.status.state)) {
    throw new A2AError("InvalidTaskStateError", `task ${taskId} is over: ${stored.task.status.state}`);
  }
  return runtime.reply(key, placed(message, taskId, stored.contextId), call.context);
}

function placed(message: SendMessageRequest["message"], taskId: string, contextId: string): Message {
  return { ...message, taskId, contextId };
}

function invalid(pointer: string, expected: string): A2AError {
  return new A2AError("InvalidParamsError", `${pointer}: expected ${expected}`, { violations: [{ pointer, expected }] });
}
