import type * as Wire from "../../generated/v0.1/types.js";
import type {
  CancelTaskRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  SendMessageRequest,
} from "../../generated/v1.0/types.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodeWebhook, encodeWebhook } from "./push.js";

// Counts are 32-bit integers in 1.0; 0.1 sets no limit.
const largestLength = 2 ** 31 - 1;

/**
 * Writes the params of a message. Media types that the client reads are left out, as is a wish for an answer at once: 0.1 has no words for them.
 *
 * @throws TypeError for a message that does not name its task
 * @see A2A 0.1, section 7.1.1
 */
export function encodeSendParams({ message, configuration, metadata }: SendMessageRequest): Wire.TaskSendParams {
  const { taskId, contextId } = message;
  if (!taskId) throw new TypeError("a message of 0.1 has to name its task, which its sender may start");
  const config = configuration?.taskPushNotificationConfig;
  const webhook = config && encodeWebhook(config);
  return {
    id: taskId,
    ...(contextId && { sessionId: contextId }),
    message: encodeMessage(message),
    ...(webhook && { pushNotification: webhook }),
    ...encodeHistoryLength(configuration?.historyLength),
    ...(metadata && { metadata }),
  };
}

/**
 * Reads the params of a message.
 *
 * @see A2A 0.1, section 7.1.1
 */
export function decodeSendParams(wire: Wire.TaskSendParams, makeId: () => string): SendMessageRequest {
  const { id, sessionId = "", message, pushNotification, metadata } = wire;
  return {
    message: decodeMessage(message, { taskId: id, contextId: sessionId, makeId }),
    configuration: {
      ...(pushNotification && { taskPushNotificationConfig: { id, ...decodeWebhook(pushNotification) } }),
      ...decodeHistoryLength(wire),
    },
    ...(metadata && { metadata }),
  };
}

/**
 * Writes the params that ask for a task.
 *
 * @see A2A 0.1, section 7.3.1
 */
export function encodeGetParams({ id, historyLength }: GetTaskRequest): Wire.TaskQueryParams {
  return { id, ...encodeHistoryLength(historyLength) };
}

/**
 * Reads the params that ask for a task.
 *
 * @see A2A 0.1, section 7.3.1
 */
export function decodeGetParams(wire: Wire.TaskQueryParams): GetTaskRequest {
  return { id: wire.id, ...decodeHistoryLength(wire) };
}

/**
 * Writes the params that cancel a task.
 *
 * @see A2A 0.1, section 7.4.1
 */
export function encodeCancelParams({ id, metadata }: CancelTaskRequest): Wire.TaskIdParams {
  return { id, ...(metadata && { metadata }) };
}

/**
 * Reads the params that cancel a task.
 *
 * @see A2A 0.1, section 7.4.1
 */
export function decodeCancelParams({ id, metadata }: Wire.TaskIdParams): CancelTaskRequest {
  return { id, ...(metadata && { metadata }) };
}

/**
 * Reads the params that ask for the push configuration of a task: the only one, whose id is the task's.
 *
 * @see A2A 0.1, section 7.6
 */
export function decodePushQuery({ id }: Wire.TaskIdParams): GetTaskPushNotificationConfigRequest {
  return { taskId: id, id };
}

/** None is what 0.1 means by leaving it out. */
function encodeHistoryLength(historyLength: number | undefined): { historyLength?: number } {
  return historyLength ? { historyLength } : {};
}

function decodeHistoryLength({ historyLength = 0 }: { readonly historyLength?: number }): { historyLength: number } {
  return { historyLength: Math.min(historyLength, largestLength) };
}
