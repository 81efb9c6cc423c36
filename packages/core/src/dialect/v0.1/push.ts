import type * as Wire from "../../generated/v0.1/types.js";
import type { AuthenticationInfo, Task, TaskPushNotificationConfig } from "../../generated/v1.0/types.js";
import { carriedOf, withCarried } from "../carried-config.js";
import { encodeTask } from "./task.js";

/**
 * Writes what a webhook is sent: the task, and the two members that the document recommends beside it. Without its history, as every task that
 * nobody asked for more of.
 *
 * @see A2A 0.1, section 9.4
 */
export function encodePush({ history: _, ...task }: Task): Wire.TaskPushNotification {
  return { ...encodeTask(task), taskId: task.id, eventType: "taskUpdate" };
}

/**
 * Writes the push configuration of a task, which has one at most; one without a URL stands for none.
 *
 * @throws TypeError where it does not name its task
 * @see A2A 0.1, section 6.10
 */
export function encodePushConfig(config: TaskPushNotificationConfig): Wire.TaskPushNotificationConfig {
  if (!config.taskId) throw new TypeError("a push configuration of 0.1 has to name its task");
  return { id: config.taskId, pushNotificationConfig: encodeWebhook(config) ?? null };
}

/**
 * Reads the push configuration of a task. Its id is the task's, so that setting it again overwrites it. None is read as one with an empty URL:
 * to set it is to delete, and to get it is to learn that nothing is stored.
 *
 * @see A2A 0.1, section 6.10
 */
export function decodePushConfig({ id, pushNotificationConfig }: Wire.TaskPushNotificationConfig): TaskPushNotificationConfig {
  return { id, taskId: id, ...(pushNotificationConfig ? decodeWebhook(pushNotificationConfig) : { url: "" }) };
}

/**
 * Writes where and how a webhook is called; undefined for one without a URL.
 *
 * @see A2A 0.1, section 6.8
 */
export function encodeWebhook(config: TaskPushNotificationConfig): Wire.PushNotificationConfig | undefined {
  const { url, token } = config;
  if (url === "") return undefined;
  const authentication = encodeAuthentication(config.authentication, carriedOf(config).schemes);
  return { url, ...(token !== undefined && { token }), ...(authentication && { authentication }) };
}

/**
 * Reads where and how a webhook is called. Later versions take one scheme: the first; where there are more or none, all are carried.
 *
 * @see A2A 0.1, section 6.8
 */
export function decodeWebhook({ url, token, authentication }: Wire.PushNotificationConfig): TaskPushNotificationConfig {
  const { schemes = [], credentials } = authentication ?? {};
  const scheme = schemes.find((name) => name !== "");
  const known = scheme !== undefined && { authentication: { scheme, ...(credentials !== undefined && { credentials }) } };
  const config = { url, ...(token !== undefined && { token }), ...known };
  return withCarried(config, authentication && (schemes.length !== 1 || scheme === undefined) ? { schemes } : {});
}

function encodeAuthentication(
  authentication: AuthenticationInfo | undefined,
  schemes: readonly string[] | undefined,
): Wire.AuthenticationInfo | undefined {
  if (!authentication) return schemes && { schemes: [...schemes] };
  const { scheme, credentials } = authentication;
  return { schemes: schemes ? [...schemes] : [scheme], ...(credentials !== undefined && { credentials }) };
}
