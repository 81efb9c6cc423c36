import type { Operation } from "@a2a/core/internal";
import type { StreamingOperation, UnaryOperation } from "./call.js";
import { cancelTask } from "./cancel-task.js";
import { getTask } from "./get-task.js";
import { listTasks } from "./list-tasks.js";
import { extendedCardNotOffered, pushNotOffered } from "./not-offered.js";
import { sendMessage } from "./send-message.js";
import { sendStreamingMessage } from "./send-streaming-message.js";
import { subscribeToTask } from "./subscribe-to-task.js";

/** Operations that answer with a stream. */
export type StreamingName = "SendStreamingMessage" | "SubscribeToTask";

/** Operation to function, for those that answer with a stream. */
export const streamingOperations: { readonly [O in StreamingName]: StreamingOperation<O> } = {
  SendStreamingMessage: sendStreamingMessage,
  SubscribeToTask: subscribeToTask,
};

/** Operation to function, for those that answer once. */
export const unaryOperations: { readonly [O in Exclude<Operation, StreamingName>]: UnaryOperation<O> } = {
  SendMessage: sendMessage,
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreateTaskPushNotificationConfig: pushNotOffered,
  GetTaskPushNotificationConfig: pushNotOffered,
  ListTaskPushNotificationConfigs: pushNotOffered,
  DeleteTaskPushNotificationConfig: pushNotOffered,
  GetExtendedAgentCard: extendedCardNotOffered,
};

/** Whether an operation answers with a stream. */
export function isStreaming(operation: Operation): operation is StreamingName {
  return operation in streamingOperations;
}
