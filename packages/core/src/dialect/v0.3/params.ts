import type * as Wire from "../../generated/v0.3/types.js";
import type {
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  SendMessageConfiguration,
  SendMessageRequest,
} from "../../generated/v1.0/types.js";
import { decodeModes } from "../modes.js";
import { copySet } from "./copy-set.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodeConfig, encodeConfig } from "./push.js";

// Counts are 32-bit integers in 1.0; 0.3 sets no limit.
const largestLength = 2 ** 31 - 1;

/**
 * Writes the params of a message.
 *
 * @see A2A 0.3, section 7.1.1
 */
export function encodeSendParams({ message, configuration, metadata }: SendMessageRequest): Wire.MessageSendParams {
  const wire: Wire.MessageSendParams = { message: encodeMessage(message) };
  if (configuration) wire.configuration = encodeConfiguration(configuration);
  if (metadata) wire.metadata = metadata;
  return wire;
}

/**
 * Reads the params of a message.
 *
 * @see A2A 0.3, section 7.1.1
 */
export function decodeSendParams({ message, configuration, metadata }: Wire.MessageSendParams): SendMessageRequest {
  const params: SendMessageRequest = { message: decodeMessage(message) };
  if (configuration) params.configuration = decodeConfiguration(configuration, message.taskId);
  if (metadata) params.metadata = metadata;
  return params;
}

/**
 * Writes the params that ask for a task.
 *
 * @see A2A 0.3, section 7.3.1
 */
export function encodeGetParams({ id, historyLength }: GetTaskRequest): Wire.TaskQueryParams {
  return { id, ...(historyLength !== undefined && { historyLength }) };
}

/**
 * Reads the params that ask for a task.
 *
 * @see A2A 0.3, section 7.3.1
 */
export function decodeGetParams({ id, historyLength }: Wire.TaskQueryParams): GetTaskRequest {
  return { id, ...decodeHistoryLength(historyLength) };
}

/**
 * Writes the params that cancel a task.
 *
 * @see A2A 0.3, section 7.4.1
 */
export function encodeCancelParams({ id, metadata }: CancelTaskRequest): Wire.TaskIdParams {
  return { id, ...(metadata && { metadata }) };
}

/**
 * Reads the params that cancel a task.
 *
 * @see A2A 0.3, section 7.4.1
 */
export function decodeCancelParams({ id, metadata }: Wire.TaskIdParams): CancelTaskRequest {
  return { id, ...(metadata && { metadata }) };
}

/**
 * Writes the params that name a webhook of a task.
 *
 * @see A2A 0.3, sections 7.6.1 and 7.8.1
 */
export function encodeConfigParams({
  taskId,
  id,
}: GetTaskPushNotificationConfigRequest | DeleteTaskPushNotificationConfigRequest): Wire.DeleteTaskPushNotificationConfigParams {
  return { id: taskId, pushNotificationConfigId: id };
}

/**
 * Reads the params that name a webhook of a task; where they do not, it is the one that has the id of the task.
 *
 * @see A2A 0.3, sections 7.6.1 and 7.8.1
 */
export function decodeConfigParams({
  id,
  pushNotificationConfigId,
}: Wire.GetTaskPushNotificationConfigParams): GetTaskPushNotificationConfigRequest {
  return { taskId: id, id: pushNotificationConfigId || id };
}

/** The media types are always there: versions before 0.2.6 require them. None means any, also to peers that compare them. */
function encodeConfiguration(configuration: SendMessageConfiguration): Wire.MessageSendConfiguration {
  const { acceptedOutputModes = [], returnImmediately, taskPushNotificationConfig } = configuration;
  const wire: Wire.MessageSendConfiguration = { acceptedOutputModes };
  copySet(configuration, wire, ["historyLength"]);
  if (returnImmediately !== undefined) wire.blocking = !returnImmediately;
  if (taskPushNotificationConfig) wire.pushNotificationConfig = encodeConfig(taskPushNotificationConfig);
  return wire;
}

/** The webhook of a message that names no task keeps its want of an id: what the task will be called is not known yet. */
function decodeConfiguration(
  { acceptedOutputModes, blocking, historyLength, pushNotificationConfig }: Wire.MessageSendConfiguration,
  taskId: string | undefined,
): SendMessageConfiguration {
  const configuration: SendMessageConfiguration = decodeHistoryLength(historyLength);
  if (acceptedOutputModes?.length) configuration.acceptedOutputModes = decodeModes(acceptedOutputModes);
  if (blocking !== undefined) configuration.returnImmediately = !blocking;
  if (pushNotificationConfig) {
    const config = decodeConfig(pushNotificationConfig);
    const id = config.id ?? taskId;
    configuration.taskPushNotificationConfig = id ? { ...config, id } : config;
  }
  return configuration;
}

function decodeHistoryLength(historyLength: number | undefined): { historyLength?: number } {
  return historyLength === undefined ? {} : { historyLength: Math.min(historyLength, largestLength) };
}
