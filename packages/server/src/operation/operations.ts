import type { Operation, ResultOf } from "@a2a/core/internal";
import type { Call, OperationContext, Stream, StreamingOperation, UnaryOperation } from "./call.js";
import { cancelTask } from "./cancel-task.js";
import { getExtendedCard } from "./extended-card.js";
import { getTask } from "./get-task.js";
import { listTasks } from "./list-tasks.js";
import { createPushConfig, deletePushConfig, getPushConfig, listPushConfigs } from "./push-configs.js";
import { sendMessage } from "./send-message.js";
import { sendStreamingMessage } from "./send-streaming-message.js";
import { subscribeToTask } from "./subscribe-to-task.js";

/** Operations that answer with a stream. */
export type StreamingName = "SendStreamingMessage" | "SubscribeToTask";

/** Operations that answer once. */
export type UnaryName = Exclude<Operation, StreamingName>;

const streamingOperations: { readonly [O in StreamingName]: StreamingOperation<O> } = {
  SendStreamingMessage: sendStreamingMessage,
  SubscribeToTask: subscribeToTask,
};

const unaryOperations: { readonly [O in UnaryName]: UnaryOperation<O> } = {
  SendMessage: sendMessage,
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreateTaskPushNotificationConfig: createPushConfig,
  GetTaskPushNotificationConfig: getPushConfig,
  ListTaskPushNotificationConfigs: listPushConfigs,
  DeleteTaskPushNotificationConfig: deletePushConfig,
  GetExtendedAgentCard: getExtendedCard,
};

/** Whether an operation answers with a stream. */
export function isStreaming(operation: Operation): operation is StreamingName {
  return operation in streamingOperations;
}

/** Runs an operation that answers once. */
export function runUnary<O extends UnaryName>(operation: O, call: Call<O>, context: OperationContext): Promise<ResultOf<O>> {
  return unaryOperations[operation](call, context);
}

/** Runs an operation that answers with a stream. */
export function runStreaming<O extends StreamingName>(operation: O, call: Call<O>, context: OperationContext): Promise<Stream> {
  return streamingOperations[operation](call, context);
}
