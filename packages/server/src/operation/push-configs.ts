import type { ListTaskPushNotificationConfigsResponse, TaskPushNotificationConfig } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { carriedOf, withCarried } from "@a2a/core/internal/dialects";
import { invalidParams } from "../invalid-params.js";
import type { StoredPushConfig, StoredTask, TaskKey } from "../store/store.js";
import { notFound } from "../task/not-found.js";
import type { Call, OperationContext } from "./call.js";
import { keyOf } from "./call.js";

/**
 * Registers a webhook of a task, or replaces the one of that id. It is called from the next event on.
 *
 * @throws A2AError `PushNotSupportedError`, `TaskNotFoundError`, `InvalidParamsError`, `RateLimitedError`
 * @see A2A 1.0, section 3.1.7
 */
export async function createPushConfig(
  { params, context: from, rules, version }: Call<"CreateTaskPushNotificationConfig">,
  context: OperationContext,
): Promise<TaskPushNotificationConfig> {
  const { push, makeId } = context;
  const taskId = params.taskId ?? "";
  if (taskId === "") throw invalidParams("/taskId", "the id of a task");
  const { key, number } = await ownTask(context, keyOf(from, taskId));
  const isEmpty = params.url === "" && rules.pushMayBeEmpty;
  if (isEmpty) {
    await push.delete(key, params.id ?? taskId);
    return emptyConfig(taskId);
  }
  push.assertValid(params, version, "");
  await push.challenge(params, "");
  const config = { ...params, id: params.id || (rules.pushIdIsTaskId ? taskId : makeId()), taskId };
  await push.register(key, { config, version, delivered: number });
  return shown(config);
}

/**
 * Answers with a webhook of a task.
 *
 * @throws A2AError `PushNotSupportedError`, `TaskNotFoundError` also where the task has no such webhook
 * @see A2A 1.0, section 3.1.8
 */
export async function getPushConfig(
  { params, context: from, rules }: Call<"GetTaskPushNotificationConfig">,
  context: OperationContext,
): Promise<TaskPushNotificationConfig> {
  const { key } = await ownTask(context, keyOf(from, params.taskId));
  // Callers of versions whose webhooks are those of a task may not say which: the one there is.
  const isAny = rules.pushIdIsTaskId && params.id === key.id;
  const stored = (await context.push.get(key, params.id)) ?? (isAny ? (await context.push.list(key))[0] : undefined);
  if (stored) return shown(stored.config);
  if (rules.pushMayBeEmpty) return emptyConfig(key.id);
  throw new A2AError("TaskNotFoundError", `task ${key.id} has no push configuration ${params.id}`);
}

/**
 * Lists the webhooks of a task, page by page where the client asks for pages.
 *
 * @throws A2AError `PushNotSupportedError`, `TaskNotFoundError`, `InvalidParamsError` for a page token that is not one
 * @see A2A 1.0, section 3.1.9
 */
export async function listPushConfigs(
  { params, context: from }: Call<"ListTaskPushNotificationConfigs">,
  context: OperationContext,
): Promise<ListTaskPushNotificationConfigsResponse> {
  const { key } = await ownTask(context, keyOf(from, params.taskId));
  const all = (await context.push.list(key)).map(({ config }) => config);
  const { pageToken, pageSize } = params;
  // A token is the id of the last one shown.
  const last = pageToken ? all.findIndex(({ id }) => id === pageToken) : -1;
  if (pageToken && last < 0) throw invalidParams("/pageToken", "a nextPageToken of this list");
  const rest = all.slice(last + 1);
  const configs = pageSize ? rest.slice(0, pageSize) : rest;
  return { configs: configs.map(shown), nextPageToken: configs.length < rest.length ? (configs.at(-1)?.id ?? "") : "" };
}

/**
 * Removes a webhook of a task; one that is not there is removed already.
 *
 * @throws A2AError `PushNotSupportedError`, `TaskNotFoundError`
 * @see A2A 1.0, section 3.1.10
 */
export async function deletePushConfig(
  { params, context: from }: Call<"DeleteTaskPushNotificationConfig">,
  context: OperationContext,
): Promise<Record<never, never>> {
  const { key } = await ownTask(context, keyOf(from, params.taskId));
  await context.push.delete(key, params.id);
  return {};
}

/**
 * Registers the webhook that comes with a message, so that it is called for everything that the message causes.
 *
 * @returns where the message may be refused for the task's generation, what takes that back
 */
export async function registerInline(
  { params, rules, version, conditions }: Call<"SendMessage"> | Call<"SendStreamingMessage">,
  { push }: OperationContext,
  { key, delivered }: Pick<StoredPushConfig, "delivered"> & { readonly key: TaskKey },
): Promise<(() => Promise<void>) | undefined> {
  const webhook = params.configuration?.taskPushNotificationConfig;
  if (!webhook) return undefined;
  // A client that names its webhook with every message, without an id, does not mean one more each time.
  const config = { ...webhook, id: webhook.id || (rules.pushIdIsTaskId ? key.id : ""), taskId: key.id };
  const { id, before } = await push.register(key, { config, version, delivered });
  if (conditions?.ifGenerationMatch === undefined) return undefined;
  return async () => void (await (before ? push.register(key, before) : push.delete(key, id)));
}

/** @throws A2AError `PushNotSupportedError` where the card does not offer push notifications: A2A 1.0, section 3.3.4 */
export function assertPush({ card }: OperationContext): void {
  if (!card.capabilities.pushNotifications) {
    throw new A2AError("PushNotSupportedError", "the agent's card does not offer push notifications");
  }
}

async function ownTask(context: OperationContext, key: TaskKey): Promise<StoredTask> {
  assertPush(context);
  const stored = await context.runtime.load(key);
  if (!stored) throw notFound(key);
  return stored;
}

function emptyConfig(taskId: string): TaskPushNotificationConfig {
  return { id: taskId, taskId, url: "" };
}

const mask = "***";

/** A webhook as its owner reads it: the values of its headers are secrets, and so are the credentials that came as one. */
function shown(config: TaskPushNotificationConfig): TaskPushNotificationConfig {
  const { headers, ...carried } = carriedOf(config);
  if (!headers) return config;
  const names = Object.keys(headers);
  const { authentication } = config;
  const isHeader = authentication?.credentials !== undefined && names.some((name) => name.toLowerCase() === "authorization");
  const masked = { ...config, ...(isHeader && { authentication: { ...authentication, credentials: mask } }) };
  return withCarried(masked, { ...carried, headers: Object.fromEntries(names.map((name) => [name, mask])) });
}
