import type * as Wire from "../../generated/v0.3/types.js";
import type { AuthenticationInfo, TaskPushNotificationConfig } from "../../generated/v1.0/types.js";
import type { CarriedConfig } from "../carried-config.js";
import { carriedOf, withCarried } from "../carried-config.js";

/**
 * Whether what a webhook was sent is an object of 0.3: one with a tag, or where that was forgotten with an id that 0.1 does not have.
 *
 * @see A2A 0.3, section 9.5
 */
export function isOwnPush(wire: object): boolean {
  return "kind" in wire || "contextId" in wire || "messageId" in wire;
}

/**
 * Writes a webhook and its task.
 *
 * @see A2A 0.3, section 6.10
 */
export function encodeTaskConfig(config: TaskPushNotificationConfig): Wire.TaskPushNotificationConfig {
  return { taskId: config.taskId ?? "", pushNotificationConfig: encodeConfig(config) };
}

/**
 * Reads a webhook and its task. A webhook without an id has that of the task, which has no other such.
 *
 * @see A2A 0.3, section 6.10
 */
export function decodeTaskConfig({ taskId, pushNotificationConfig }: Wire.TaskPushNotificationConfig): TaskPushNotificationConfig {
  const config = decodeConfig(pushNotificationConfig);
  return { ...config, id: config.id ?? taskId, taskId };
}

/**
 * Writes a webhook.
 *
 * @see A2A 0.3, section 6.8
 */
export function encodeConfig(config: TaskPushNotificationConfig): Wire.PushNotificationConfig {
  const wire: Wire.PushNotificationConfig = { url: config.url };
  if (config.id) wire.id = config.id;
  if (config.token !== undefined) wire.token = config.token;
  const { headers, schemes } = carriedOf(config);
  const authentication = encodeAuthentication(config.authentication, schemes);
  if (authentication) wire.authentication = authentication;
  if (headers) wire.headers = headers;
  return wire;
}

/**
 * Reads a webhook. Its headers, and schemes beside the first, are carried.
 *
 * @see A2A 0.3, section 6.8
 */
export function decodeConfig(wire: Wire.PushNotificationConfig): TaskPushNotificationConfig {
  const { url, headers, authentication } = wire;
  const config: TaskPushNotificationConfig = { url };
  if (wire.id) config.id = wire.id;
  if (wire.token !== undefined) config.token = wire.token;
  const known = authentication ? decodeAuthentication(authentication) : authorizationIn(headers);
  if (known) config.authentication = known;
  const isWhole = !authentication || (known && authentication.schemes.length === 1);
  const carried: CarriedConfig = { ...(headers && { headers }), ...(!isWhole && { schemes: authentication.schemes }) };
  return withCarried(config, carried);
}

function encodeAuthentication(
  authentication: AuthenticationInfo | undefined,
  schemes: readonly string[] | undefined,
): Wire.PushNotificationAuthenticationInfo | undefined {
  if (!authentication) return schemes && { schemes: [...schemes] };
  const { scheme, credentials } = authentication;
  return { schemes: schemes ? [...schemes] : [scheme], ...(credentials !== undefined && { credentials }) };
}

function decodeAuthentication({ schemes, credentials }: Wire.PushNotificationAuthenticationInfo): AuthenticationInfo | undefined {
  const scheme = schemes.find((each) => each !== "");
  return scheme === undefined ? undefined : { scheme, ...(credentials !== undefined && { credentials }) };
}

/** Scheme and credentials of an Authorization header, for readers that look for them in members of their own. */
function authorizationIn(headers: Wire.PushNotificationHeaders | undefined): AuthenticationInfo | undefined {
  const [, value] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "authorization") ?? [];
  const [, scheme, credentials] = /^(\S+) +(\S.*)$/.exec(value ?? "") ?? [];
  return scheme !== undefined && credentials !== undefined ? { scheme, credentials } : undefined;
}
