import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import { copySet } from "../v0.3/copy-set.js";
import { fromKindMessage, toKindMessage } from "./message.js";
import { parseTaskName, parseWebhookName, taskName, webhookName } from "./name.js";
import { fromKindConfig, fromKindTaskConfig, toKindConfig } from "./push.js";

/**
 * The params of a message in the tagged form, as this one.
 *
 * @see A2A 0.3, section 7.1.1
 */
export function fromKindSendParams({ message, configuration, metadata }: Kind.MessageSendParams): Wire.SendMessageRequest {
  const wire: Wire.SendMessageRequest = { message: fromKindMessage(message) };
  if (configuration) wire.configuration = fromKindConfiguration(configuration);
  if (metadata) wire.metadata = metadata;
  return wire;
}

/**
 * The params of a message in the tagged form.
 *
 * @see A2A 0.3, section 7.1.1
 */
export function toKindSendParams({ message, configuration, metadata }: Wire.SendMessageRequest): Kind.MessageSendParams {
  const params: Kind.MessageSendParams = { message: toKindMessage(message) };
  if (configuration) params.configuration = toKindConfiguration(configuration);
  if (metadata) params.metadata = metadata;
  return params;
}

/**
 * The params that ask for a task, in the tagged form, as this one.
 *
 * @see A2A 0.3, section 7.3.1
 */
export function fromKindGetParams({ id, historyLength }: Kind.TaskQueryParams): Wire.GetTaskRequest {
  return { name: taskName(id), ...(historyLength !== undefined && { historyLength }) };
}

/**
 * The params that ask for a task, in the tagged form; undefined where the name is none.
 *
 * @see A2A 0.3, section 7.3.1
 */
export function toKindGetParams({ name, historyLength }: Wire.GetTaskRequest): Kind.TaskQueryParams | undefined {
  const id = parseTaskName(name);
  return id === undefined ? undefined : { id, ...(historyLength !== undefined && { historyLength }) };
}

/**
 * The params that name a webhook of a task, in the tagged form, as this one.
 *
 * @see A2A 0.3, sections 7.6.1 and 7.8.1
 */
export function fromKindConfigParams({
  id,
  pushNotificationConfigId,
}: Kind.DeleteTaskPushNotificationConfigParams): Wire.DeleteTaskPushNotificationConfigRequest {
  return { name: webhookName({ taskId: id, id: pushNotificationConfigId }) };
}

/**
 * The params that name a webhook of a task, in the tagged form; undefined where the name is none.
 *
 * @see A2A 0.3, sections 7.6.1 and 7.8.1
 */
export function toKindConfigParams({
  name,
}: Wire.GetTaskPushNotificationConfigRequest): Kind.DeleteTaskPushNotificationConfigParams | undefined {
  const parsed = parseWebhookName(name);
  return parsed && { id: parsed.taskId, pushNotificationConfigId: parsed.id };
}

/**
 * The params that register a webhook, in the tagged form, as this one: complete, for some servers look for the id in the one place and some in
 * the other.
 *
 * @see A2A 0.3, section 7.5
 */
export function fromKindCreateParams(params: Kind.TaskPushNotificationConfig): Wire.CreateTaskPushNotificationConfigRequest {
  const { taskId, pushNotificationConfig } = params;
  return { parent: taskName(taskId), configId: pushNotificationConfig.id || taskId, config: fromKindTaskConfig(params) };
}

/**
 * The params that register a webhook, in the tagged form. The parent tells the task; the id is that of the webhook itself, which most writers
 * give, else the one beside it, else that in its name. Undefined where the parent is no task's name.
 *
 * @see A2A 0.3, section 7.5
 */
export function toKindCreateParams({
  parent,
  configId,
  config,
}: Wire.CreateTaskPushNotificationConfigRequest): Kind.TaskPushNotificationConfig | undefined {
  const taskId = parseTaskName(parent);
  if (taskId === undefined) return undefined;
  const webhook = toKindConfig(config.pushNotificationConfig);
  const id = webhook.id || configId || parseWebhookName(config.name ?? "")?.id;
  if (id) webhook.id = id;
  return { taskId, pushNotificationConfig: webhook };
}

/** No history cannot be asked for: 0 is no limit. Readers take want of `blocking` for false, as protobuf has it, so that it is always said. */
function fromKindConfiguration(configuration: Kind.MessageSendConfiguration): Wire.SendMessageConfiguration {
  const { historyLength, blocking = true, pushNotificationConfig } = configuration;
  const wire: Wire.SendMessageConfiguration = { blocking };
  copySet(configuration, wire, ["acceptedOutputModes"]);
  if (historyLength) wire.historyLength = historyLength;
  if (pushNotificationConfig) wire.pushNotification = fromKindConfig(pushNotificationConfig);
  return wire;
}

function toKindConfiguration(wire: Wire.SendMessageConfiguration): Kind.MessageSendConfiguration {
  const configuration: Kind.MessageSendConfiguration = {};
  copySet(wire, configuration, ["acceptedOutputModes"]);
  // A flag of protobuf that is not set is false, and its writers leave out what is false. Without a configuration a sender waits.
  if (!wire.blocking) configuration.blocking = false;
  if (wire.historyLength) configuration.historyLength = wire.historyLength;
  if (wire.pushNotification) configuration.pushNotificationConfig = toKindConfig(wire.pushNotification);
  return configuration;
}
