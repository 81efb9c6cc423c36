import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import { copySet } from "../v0.3/copy-set.js";
import { parseWebhookName, webhookName } from "./name.js";

/**
 * A webhook in the tagged form, as this one. Headers have no place here.
 *
 * @see A2A 0.3, section 6.8
 */
export function fromKindConfig(config: Kind.PushNotificationConfig): Wire.PushNotificationConfig {
  const wire: Wire.PushNotificationConfig = { url: config.url };
  return copySet(config, wire, ["id", "token", "authentication"]);
}

/**
 * A webhook in the tagged form.
 *
 * @see A2A 0.3, section 6.8
 */
export function toKindConfig(wire: Wire.PushNotificationConfig): Kind.PushNotificationConfig {
  const { url, authentication } = wire;
  const config: Kind.PushNotificationConfig = { url };
  if (authentication) config.authentication = toKindAuthentication(authentication);
  return copySet(wire, config, ["id", "token"]);
}

/**
 * A webhook and its task in the tagged form, as this one. A webhook without an id has that of the task, which has no other such.
 *
 * @see A2A 0.3, section 6.10
 */
export function fromKindTaskConfig({
  taskId,
  pushNotificationConfig: config,
}: Kind.TaskPushNotificationConfig): Wire.TaskPushNotificationConfig {
  return { name: webhookName({ taskId, id: config.id || taskId }), pushNotificationConfig: fromKindConfig(config) };
}

/**
 * A webhook and its task in the tagged form; undefined where its name is none.
 *
 * @param taskId the task where the webhook is not named at all
 * @see A2A 0.3, section 6.10
 */
export function toKindTaskConfig(
  { name, pushNotificationConfig }: Wire.TaskPushNotificationConfig,
  taskId: string,
): Kind.TaskPushNotificationConfig | undefined {
  const parsed = name ? parseWebhookName(name) : { taskId, id: "" };
  if (!parsed) return undefined;
  const config = toKindConfig(pushNotificationConfig);
  if (!config.id && parsed.id) config.id = parsed.id;
  return { taskId: parsed.taskId, pushNotificationConfig: config };
}

function toKindAuthentication({ schemes = [], credentials }: Wire.AuthenticationInfo): Kind.PushNotificationAuthenticationInfo {
  return { schemes, ...(credentials !== undefined && { credentials }) };
}
