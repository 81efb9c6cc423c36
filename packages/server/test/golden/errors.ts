// Every error and every refusal, as a client of each version meets it.

import type { Version } from "@a2a/core";
import type { Operation } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { Scene, Speaker, Step } from "./scene.js";
import { v01, v03, v10 } from "./speakers.js";

const ann = { authorization: "Bearer ann" };

function errorsIn(speaker: Speaker, more: readonly Step[]): Scene {
  const { version, say, task, webhook } = speaker;
  const [send, stream, get] = [methodOf(version, "SendMessage"), methodOf(version, "SendStreamingMessage"), methodOf(version, "GetTask")];
  const [cancel, setHook] = [methodOf(version, "CancelTask"), methodOf(version, "CreateTaskPushNotificationConfig")];
  return {
    name: `${version}/errors`,
    version,
    steps: [
      { what: "a task that is not there", method: get, params: task("nowhere"), error: "TaskNotFoundError" },
      { what: "a task that ends", method: send, params: say("over", "go"), keep: "$over" },
      { what: "a cancel that comes too late", method: cancel, params: task("$over"), error: "TaskNotCancelableError" },
      {
        what: "a message to a task that is over",
        method: send,
        params: say("more", "more", { task: "$over" }),
        error: "InvalidTaskStateError",
      },
      {
        what: "a webhook where there are none",
        at: "bare",
        method: setHook,
        params: webhook("nowhere", "w"),
        error: "PushNotSupportedError",
      },
      { what: "a stream where there are none", at: "bare", method: stream, params: say("s", "go"), error: "StreamingNotSupportedError" },
      {
        what: "a part that the agent cannot read",
        method: send,
        params: say("i", "go", { image: "image/png" }),
        error: "ContentTypeNotSupportedError",
      },
      { what: "an agent that breaks the protocol", method: send, params: say("b", "broken"), error: "InvalidAgentResponseError" },
      {
        what: "an extension that the agent requires",
        at: "strict",
        method: send,
        params: say("x", "go"),
        error: "ExtensionSupportRequiredError",
      },
      {
        what: "a version that is not served",
        method: get,
        params: task("nowhere"),
        headers: { "a2a-version": "7.0" },
        error: "VersionNotSupportedError",
      },
      { what: "nobody", at: "guarded", method: send, params: say("n", "go"), error: "UnauthenticatedError" },
      {
        what: "somebody else",
        at: "guarded",
        method: send,
        params: say("e", "go"),
        headers: { authorization: "Bearer ben" },
        error: "ForbiddenError",
      },
      ...more,
      {
        what: "a task too many",
        at: "full",
        method: stream,
        params: say("h", "hold"),
        meanwhile: [{ what: "meanwhile", at: "full", method: send, params: say("t", "go"), error: "ResourceUnavailableError" }, "close"],
      },
      { what: "a store that fails", at: "failing", method: send, params: say("f", "go"), error: "InternalError" },
      {
        what: "a store that fails while the stream is open",
        at: "failing",
        method: stream,
        params: say("g", "go"),
        error: "InternalError",
      },
      { what: "what is not JSON", body: '{"jsonrpc": "2.0", "method"', error: "JSONParseError" },
      { what: "nothing", body: "", error: "JSONParseError" },
      { what: "a batch", body: "[]", error: "InvalidRequestError" },
      { what: "another JSON-RPC", body: `{"jsonrpc":"1.0","id":7,"method":${JSON.stringify(get)}}`, error: "InvalidRequestError" },
      {
        what: "an id that cannot be echoed",
        body: `{"jsonrpc":"2.0","id":1.5,"method":${JSON.stringify(get)}}`,
        error: "InvalidRequestError",
      },
      { what: "a method that nobody has", method: "tasks/list", params: {}, error: "MethodNotFoundError" },
      { what: "params that lack what is required", method: send, params: { metadata: {} }, error: "InvalidParamsError" },
      ...refusalsIn(speaker, get),
    ],
  };
}

function methodOf(version: Version, operation: Operation): string {
  const method = dialectFor(dialects, version)?.methodOf(operation);
  if (method === undefined) throw new TypeError(`version ${version} has no ${operation}`);
  return method;
}

/** What HTTP refuses, by itself. */
function refusalsIn({ version }: Speaker, method: string): Step[] {
  const hint = { "a2a-version": version };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { id: "x" } });
  return [
    { what: "a path where nothing is", at: "rpcOnly", verb: "POST", path: "/nothing", headers: hint, body, refusal: "notFound" },
    { what: "a GET where there is none", verb: "GET", path: "/", headers: hint, refusal: "methodNotAllowed" },
    { what: "a text", verb: "POST", path: "/", headers: { ...hint, "content-type": "text/plain" }, body, refusal: "unsupportedMediaType" },
    { what: "too much", at: "full", body: body + " ".repeat(1000), refusal: "payloadTooLarge" },
  ];
}

/** The errors of each version. */
export const errorScenes: readonly Scene[] = [
  errorsIn(v10, [
    { what: "a subscriber who comes too late", method: "SubscribeToTask", params: { id: "$over" }, error: "UnsupportedOperationError" },
    { what: "an extended card that is not offered", at: "bare", method: "GetExtendedAgentCard", error: "ExtendedCardNotSupportedError" },
    {
      what: "an extended card that there is not",
      at: "unconfigured",
      method: "GetExtendedAgentCard",
      headers: ann,
      error: "ExtendedCardNotConfiguredError",
    },
    { what: "an extended card for nobody", method: "GetExtendedAgentCard", error: "UnauthenticatedError" },
    { what: "a task", at: "full", method: "SendMessage", params: v10.say("r", "ask"), keep: "$full" },
    { what: "its webhook", at: "full", method: "CreateTaskPushNotificationConfig", params: v10.webhook("$full", "one") },
    {
      what: "one too many",
      at: "full",
      method: "CreateTaskPushNotificationConfig",
      params: v10.webhook("$full", "two"),
      error: "RateLimitedError",
    },
    {
      what: "a client's message in the name of the agent",
      method: "SendMessage",
      params: { message: { messageId: "a", role: "ROLE_AGENT", parts: [{ text: "go" }] } },
      error: "InvalidParamsError",
    },
    {
      what: "a webhook on this machine",
      method: "SendMessage",
      params: { ...v10.say("p", "go"), configuration: { taskPushNotificationConfig: { url: "http://127.0.0.1/" } } },
      error: "InvalidParamsError",
    },
    { what: "a page that is too long", method: "ListTasks", params: { pageSize: 101 }, error: "InvalidParamsError" },
    { what: "no jsonrpc", body: JSON.stringify({ id: 7, method: "GetTask", params: { id: "x" } }), error: "InvalidRequestError" },
  ]),
  errorsIn(v03, [
    {
      what: "an extended card that is not offered",
      at: "bare",
      method: "agent/getAuthenticatedExtendedCard",
      error: "ExtendedCardNotSupportedError",
    },
    {
      what: "an extended card that there is not",
      at: "unconfigured",
      method: "agent/getAuthenticatedExtendedCard",
      headers: ann,
      error: "ExtendedCardNotConfiguredError",
    },
    { what: "an extended card for nobody", method: "agent/getAuthenticatedExtendedCard", error: "UnauthenticatedError" },
    {
      what: "an extended card that is not offered, by the name that 0.2 has for it",
      at: "bare",
      method: "agent/authenticatedExtendedCard",
      error: "ExtendedCardNotSupportedError",
    },
    {
      what: "an extended card that there is not, for a client that says it speaks 0.2",
      at: "unconfigured",
      method: "agent/getAuthenticatedExtendedCard",
      headers: { ...ann, "a2a-version": "0.2" },
      error: "ExtendedCardNotConfiguredError",
    },
    { what: "a task", at: "full", method: "message/send", params: v03.say("r", "ask"), keep: "$full" },
    { what: "its webhook", at: "full", method: "tasks/pushNotificationConfig/set", params: v03.webhook("$full", "one") },
    {
      what: "one too many",
      at: "full",
      method: "tasks/pushNotificationConfig/set",
      params: v03.webhook("$full", "two"),
      error: "RateLimitedError",
    },
    {
      what: "no jsonrpc",
      body: JSON.stringify({ id: 7, method: "message/send", params: v03.say("j", "go") }),
      error: "InvalidRequestError",
    },
    {
      what: "a kind of part that there is not",
      method: "message/send",
      params: { message: { messageId: "k", role: "user", kind: "message", parts: [{ kind: "video" }] } },
      error: "InvalidParamsError",
    },
  ]),
  errorsIn(v01, [
    { what: "a task", at: "full", method: "tasks/send", params: v01.say("r", "ask") },
    // A client of 0.1 has one webhook for a task: another one has to be another client's.
    { what: "a webhook of a client of 1.0", at: "full", method: "CreateTaskPushNotificationConfig", params: v10.webhook("r", "one") },
    { what: "one too many", at: "full", method: "tasks/pushNotification/set", params: v01.webhook("r", "two"), error: "RateLimitedError" },
    {
      what: "a kind of part that there is not",
      method: "tasks/send",
      params: { id: "k", message: { role: "user", parts: [{ type: "video" }] } },
      error: "InvalidParamsError",
    },
  ]),
];
