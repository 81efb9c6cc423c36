import { parseAnswer } from "../http/parse-answer.js";
import type { WebhookAnswer, WebhookCall } from "./call.js";
import { answerChallenge } from "./challenge.js";
import type { CheckedJwt, JwtCheck } from "./check-jwt.js";
import { createJwtCheck } from "./check-jwt.js";
import type { SecretCheck } from "./check-secret.js";
import { createSecretChecks, tokenHeaders } from "./check-secret.js";
import { fetchCall, toResponse } from "./fetch-call.js";
import type { NodePushRequest, NodePushResponse } from "./node-call.js";
import { nodeCall, writeAnswer } from "./node-call.js";
import type { Once } from "./once.js";
import { createOnce } from "./once.js";
import type { PushReceiverOptions, PushSettings } from "./options.js";
import { completeOptions } from "./options.js";
import type { Push, PushContent } from "./push.js";
import { readPush } from "./push.js";
import { Refused } from "./refused.js";
import type { ReplaySettings } from "./replay.js";
import { completeReplayOptions, replayKeys } from "./replay.js";

/** A webhook. Both forms can be mounted as they are, neither rejects. */
export interface PushReceiver {
  /** A handler of the Fetch standard. */
  fetch(this: void, request: Request): Promise<Response>;
  /** A handler of `node:http` and of the frameworks that mount such handlers. */
  node(this: void, request: NodePushRequest, response: NodePushResponse): Promise<void>;
}

/**
 * Makes a webhook for push notifications of every version: it checks who calls, reads what is said, answers agents that ask whether it is one,
 * and hands each notification on once. What it refuses, the sender is told why.
 *
 * @throws TypeError for options that cannot be meant, among them no check at all
 * @see A2A 1.0, sections 4.3.3 and 13.2
 */
export function createPushReceiver(options: PushReceiverOptions): PushReceiver {
  const settings = completeOptions(options);
  const jwt = options.jwt && createJwtCheck(options.jwt);
  const replay = completeReplayOptions(options.replay ?? {}, jwt?.maxAgeMs ?? 0);
  const webhook: Webhook = { settings, jwt, replay, secrets: createSecretChecks(options), once: createOnce(replay, settings.logger) };
  return {
    fetch: async (request) => toResponse(await answer(webhook, fetchCall(request))),
    node: async (request, response) => writeAnswer(request, response, await answer(webhook, nodeCall(request))),
  };
}

interface Webhook {
  readonly settings: PushSettings;
  readonly jwt: JwtCheck | undefined;
  readonly secrets: readonly SecretCheck[];
  readonly replay: ReplaySettings;
  readonly once: Once;
}

const taken: WebhookAnswer = { status: 200, headers: {}, body: "" };

async function answer(webhook: Webhook, call: WebhookCall): Promise<WebhookAnswer> {
  const { logger, authentication } = webhook.settings;
  try {
    if (call.verb === "GET") return answerChallenge(call);
    await receive(webhook, call);
    return taken;
  } catch (error) {
    if (error instanceof Refused) logger.warn({ code: error.code, detail: error.message }, "a notification was refused");
    else logger.error({ error }, "a notification could not be taken");
    const refused =
      error instanceof Refused ? error : new Refused("ResourceUnavailableError", "it cannot be taken now; send it again later");
    // There has to be one in every 401, and Bearer is the usual one: RFC 9110, section 15.5.2.
    return refused.toAnswer(typeof authentication === "object" ? authentication.scheme : "Bearer");
  }
}

async function receive(webhook: Webhook, call: WebhookCall): Promise<void> {
  const { settings, secrets, replay, once } = webhook;
  const { headers } = call;
  assertReadable(call);
  // Whoever has no secret is not read.
  const jwt = await webhook.jwt?.check(headers.get("authorization"));
  for (const secret of secrets) await secret.check(headers);
  const body = await readBody(call, settings.maxBodyBytes);
  const content = await readContent(webhook, body, jwt);
  for (const secret of secrets) await secret.checkTask(headers, content.taskId);
  const keys = await replayKeys({ content, body, headers, jwt }, replay);
  await once(keys, async () => settings.onPush(pushOf(content, headers, jwt)));
}

function assertReadable({ verb, headers }: WebhookCall): void {
  if (verb !== "POST") throw Refused.byHttp("methodNotAllowed", "a webhook is called with POST", { allow: "GET, POST" });
  const mediaType = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  // Not the names alone: some senders have a type of their own, and what it is the body tells.
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaType)) throw Refused.byHttp("unsupportedMediaType", "content-type is not JSON");
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") throw Refused.byHttp("unsupportedMediaType", "the body must not be compressed");
}

async function readBody(call: WebhookCall, maxBytes: number): Promise<Uint8Array> {
  let body: Uint8Array | undefined;
  try {
    body = await call.readBody(maxBytes);
  } catch (cause) {
    throw new Refused("InvalidRequestError", "the body broke off", { cause });
  }
  if (!body) throw Refused.byHttp("payloadTooLarge", `the body is longer than ${maxBytes} bytes`);
  return body;
}

async function readContent({ jwt: check, settings }: Webhook, body: Uint8Array, jwt: CheckedJwt | undefined): Promise<PushContent> {
  const parsed = parseAnswer(body);
  if (!parsed.ok) throw new Refused("JSONParseError", `the body is not JSON: ${parsed.detail}`);
  if (jwt) await check?.checkBody(jwt, body, parsed.value);
  return readPush(parsed.value, settings.spoken);
}

function pushOf(content: PushContent, received: Headers, jwt: CheckedJwt | undefined): Push {
  const headers = new Headers(received);
  for (const name of ["authorization", "cookie", ...tokenHeaders]) headers.delete(name);
  const receivedAt = new Date().toISOString();
  return Object.assign({}, content, jwt ? { headers, receivedAt, claims: jwt.claims } : { headers, receivedAt });
}
