import type { TaskPushNotificationConfig } from "@a2a/core";
import type { Dialect, PushOf } from "@a2a/core/internal";
import { carriedOf } from "@a2a/core/internal/dialects";

/** One call of a webhook. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

// What belongs to the connection, or to HTTP itself, is nobody's to choose: RFC 9110, sections 7.2, 7.6.1 and 8.6.
const ownHeaders: ReadonlySet<string> = new Set([
  ...["host", "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "content-length", "content-type", "expect"],
]);

/**
 * Writes what a webhook is sent, in the version that registered it. A call that comes twice, because its answer was lost, is known by its id, in the
 * header of Standard Webhooks: that is the task's and the webhook's, and the number of the event in the task's log.
 */
export function webhookCall(config: TaskPushNotificationConfig, dialect: Dialect, push: NumberedPush): WebhookCall {
  const headers = webhookHeaders(config, dialect);
  // Ids are any texts, some of them no characters; a form's encoding takes them all.
  headers.set("webhook-id", `${new URLSearchParams([[push.task.id, config.id ?? ""]])}.${push.number}`);
  return { url: config.url, headers, body: JSON.stringify(dialect.encodePush(push)) };
}

/** One change of a task, and its place in the task's log. */
export interface NumberedPush extends PushOf {
  readonly number: number;
}

/**
 * The headers of a webhook's calls.
 *
 * @throws TypeError where a name, the token or the credentials cannot be a header
 * @see A2A 1.0, section 4.3.3
 */
export function webhookHeaders(config: TaskPushNotificationConfig, { version, pushMediaType, headers: names }: Dialect): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(carriedOf(config).headers ?? {})) {
    if (!ownHeaders.has(name.toLowerCase())) headers.set(name, value);
  }
  const { token, authentication } = config;
  if (token && names.notificationToken) headers.set(names.notificationToken, token);
  if (authentication?.credentials) headers.set("authorization", `${authentication.scheme} ${authentication.credentials}`);
  headers.set("content-type", pushMediaType);
  // One receiver may be told in several versions; it need not guess from the body.
  if (names.version) headers.set(names.version, version);
  return headers;
}

/** Which member of a webhook HTTP cannot carry, as a pointer; undefined where it can carry all. */
export function unsendableIn(config: TaskPushNotificationConfig, dialect: Dialect): string | undefined {
  const { url, token, authentication } = config;
  if (token !== undefined && !isSendable({ url, token }, dialect)) return "/token";
  if (authentication && !isSendable({ url, authentication }, dialect)) return "/authentication";
  return isSendable(config, dialect) ? undefined : "/headers";
}

function isSendable(config: TaskPushNotificationConfig, dialect: Dialect): boolean {
  try {
    webhookHeaders(config, dialect);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
