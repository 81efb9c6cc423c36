import { isTask } from "#validators/v0.1";
import { isPush } from "../../generated/v0.1/methods.js";
import type * as Wire from "../../generated/v0.1/types.js";
import type { AuthenticationInfo, StreamResponse, Task, TaskPushNotificationConfig } from "../../generated/v1.0/types.js";
import { isObject } from "../carried.js";
import { carriedOf, withCarried } from "../carried-config.js";
import type { Decoded } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptTask } from "./accept.js";
import { acceptPush } from "./accept-push.js";
import { readUpdate } from "./event.js";
import { decodeStatus } from "./status.js";
import { decodeTask, encodeTask } from "./task.js";

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
 * Reads what a webhook was sent. The document leaves the body to the agent: it is what the document recommends, a task, or an event.
 *
 * @see A2A 0.1, section 9.4
 */
export function readPush(wire: unknown, makeId: () => string): Decoded<StreamResponse> {
  if (isObject(wire) && ("artifact" in wire || "final" in wire)) return readUpdate(wire, makeId);
  if (isObject(wire) && "id" in wire && !("taskId" in wire)) {
    return mapped(readTolerant(isTask, acceptTask, wire), (task) => ({ task: decodeTask(task, { contextId: "", makeId }) }));
  }
  return mapped(readTolerant(isPush, acceptPush, wire), (push) => decodePush(push, makeId));
}

/** A task, unless there is nothing of one but its status: then the rest of it is as it was. */
function decodePush(
  { taskId, id, sessionId = "", status, artifacts, history, metadata }: Wire.TaskPushNotification,
  makeId: () => string,
): StreamResponse {
  const said = { status, ...(metadata && { metadata }) };
  if (id === undefined && !artifacts?.length && !history?.length) {
    const around = { taskId, contextId: sessionId, makeId };
    return { statusUpdate: { taskId, contextId: sessionId, ...decodeStatus(said, around) } };
  }
  const task: Wire.Task = { id: taskId, sessionId, ...said, ...(artifacts && { artifacts }), ...(history && { history }) };
  return { task: decodeTask(task, { contextId: "", makeId }) };
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
