// What clients and agents have to say to each other over HTTP+JSON.

import type { ErrorName } from "@a2a/core";
import type { RefusalName, Scene, Step } from "./scene.js";
import { hook } from "./scene.js";
import { v03, v10 } from "./speakers.js";

/** How one version says over HTTP+JSON what every version that has it can say. */
export interface RestSpeaker {
  readonly version: Scene["version"];
  readonly prefix: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  say(id: string, text: string, more?: { readonly task?: string; readonly image?: string }): object;
  /** The body that registers a webhook. */
  webhook(id: string, more?: { readonly token?: string }): object;
  /** The body of a message whose sender does not wait. */
  unawaited(id: string, text: string): object;
}

const over10: RestSpeaker = {
  version: "1.0",
  prefix: "",
  headers: { "a2a-version": "1.0" },
  say: v10.say,
  webhook: (id, more) => ({ id, url: `${hook}/${id}`, ...more }),
  unawaited: (id, text) => ({ ...v10.say(id, text), configuration: { returnImmediately: true, historyLength: 0 } }),
};

const over03: RestSpeaker = {
  version: "0.3",
  prefix: "/v1",
  headers: {},
  say: (id, text, { task, image: mimeType } = {}) => ({
    message: {
      messageId: id,
      role: "ROLE_USER",
      content: [{ text }, ...(mimeType ? [{ file: { fileWithBytes: "iVBORw0KGgo=", mimeType } }] : [])],
      ...(task && { taskId: task }),
    },
  }),
  webhook: (id, more) => ({ pushNotificationConfig: { id, url: `${hook}/${id}`, ...more } }),
  unawaited: (id, text) => ({ ...over03.say(id, text), configuration: { blocking: false } }),
};

const ann = { authorization: "Bearer ann" };
const mediaType = "application/a2a+json";

/** One request, at a path below the version's own. */
type Ask = (what: string, asked: `${"GET" | "POST" | "DELETE" | "PUT"} /${string}`, more?: Partial<Step>) => Step;

function askIn({ prefix, headers }: RestSpeaker): Ask {
  return (what, asked, { headers: own, ...more } = {}) => {
    const [verb = "", path = ""] = asked.split(" ");
    return { what, verb, path: prefix + path, headers: { ...headers, ...own }, ...more };
  };
}

/** What goes well, in every version. */
function talkIn(speaker: RestSpeaker): Step[] {
  const { say, unawaited, webhook } = speaker;
  const ask = askIn(speaker);
  return [
    ask("a message, answered when the task is over", "POST /message:send", { params: say("m-1", "go") }),
    ask("a message, answered without a task", "POST /message:send", { params: say("m-2", "reply") }),
    ask("a stream", "POST /message:stream", { params: say("m-3", "go") }),
    ask("a stream that is a reply", "POST /message:stream", { params: say("m-4", "reply") }),
    ask("a message that the agent asks back", "POST /message:send", { params: say("m-5", "ask"), keep: "$ask" }),
    ask("a webhook", "POST /tasks/$ask/pushNotificationConfigs", { params: webhook("later", { token: "t-1" }) }),
    ask("another one", "POST /tasks/$ask/pushNotificationConfigs", { params: webhook("deleted") }),
    ask("that one", "GET /tasks/$ask/pushNotificationConfigs/deleted"),
    ask("all of them", "GET /tasks/$ask/pushNotificationConfigs"),
    ask("its end", "DELETE /tasks/$ask/pushNotificationConfigs/deleted"),
    ask("the answer to the agent, streamed", "POST /message:stream", { params: say("m-6", "this one", { task: "$ask" }) }),
    ask("the task", "GET /tasks/$ask?historyLength=1"),
    ask("the task without its history", "GET /tasks/$ask?historyLength=0"),
    ask("a task that the agent rejects", "POST /message:stream", { params: say("m-8", "reject") }),
    ask("every kind of part", "POST /message:send", { params: say("m-10", "all") }),
    ask("a task that works on", "POST /message:send", { params: unawaited("m-12", "hold"), keep: "$hold" }),
    ask("a subscriber of it, and its end", "POST /tasks/$hold:subscribe", {
      meanwhile: [ask("meanwhile", "POST /tasks/$hold:cancel", { params: {} })],
    }),
    ask("a subscriber who comes back", "GET /tasks/$hold:subscribe", { headers: { "last-event-id": "1" } }),
    ask("a stream that is asked for again with what was seen of it", "POST /message:stream", {
      params: say("m-3", "go"),
      headers: { "last-event-id": "3" },
    }),
    ask("a stream that a shutdown breaks off", "POST /message:stream", {
      at: "durable",
      params: say("m-20", "hold"),
      meanwhile: ["close"],
    }),
  ];
}

/** Every error and every refusal, in every version. */
function errorsIn(speaker: RestSpeaker): Step[] {
  const { say, webhook } = speaker;
  const ask = askIn(speaker);
  const wrong = (what: string, error: ErrorName, asked: Parameters<Ask>[1], more: Partial<Step> = {}): Step =>
    ask(what, asked, { error, ...more });
  const refused = (what: string, refusal: RefusalName, asked: Parameters<Ask>[1], more: Partial<Step> = {}): Step =>
    ask(what, asked, { refusal, ...more });
  return [
    wrong("a task that is not there", "TaskNotFoundError", "GET /tasks/nowhere"),
    ask("a task that ends", "POST /message:send", { params: say("over", "go"), keep: "$over" }),
    wrong("a cancel that comes too late", "TaskNotCancelableError", "POST /tasks/$over:cancel"),
    wrong("a message to a task that is over", "InvalidTaskStateError", "POST /message:send", {
      params: say("more", "more", { task: "$over" }),
    }),
    wrong("a webhook where there are none", "PushNotSupportedError", "POST /tasks/nowhere/pushNotificationConfigs", {
      at: "bare",
      params: webhook("w"),
    }),
    wrong("a stream where there are none", "StreamingNotSupportedError", "POST /message:stream", { at: "bare", params: say("s", "go") }),
    wrong("a part that the agent cannot read", "ContentTypeNotSupportedError", "POST /message:send", {
      params: say("i", "go", { image: "image/png" }),
    }),
    wrong("an agent that breaks the protocol", "InvalidAgentResponseError", "POST /message:send", { params: say("b", "broken") }),
    wrong("an extension that the agent requires", "ExtensionSupportRequiredError", "POST /message:send", {
      at: "strict",
      params: say("x", "go"),
    }),
    wrong("a version that is not served", "VersionNotSupportedError", "GET /tasks/nowhere", { headers: { "a2a-version": "7.0" } }),
    wrong("nobody", "UnauthenticatedError", "POST /message:send", { at: "guarded", params: say("n", "go") }),
    wrong("somebody else", "ForbiddenError", "POST /message:send", {
      at: "guarded",
      params: say("e", "go"),
      headers: { authorization: "Bearer ben" },
    }),
    ask("a task", "POST /message:send", { at: "full", params: say("r", "ask"), keep: "$full" }),
    ask("its webhook", "POST /tasks/$full/pushNotificationConfigs", { at: "full", params: webhook("one") }),
    wrong("one too many", "RateLimitedError", "POST /tasks/$full/pushNotificationConfigs", { at: "full", params: webhook("two") }),
    refused("too much", "payloadTooLarge", "POST /message:send", { at: "full", params: say("l", "go".repeat(1000)) }),
    ask("a task too many", "POST /message:stream", {
      at: "full",
      params: say("h", "hold"),
      meanwhile: [wrong("meanwhile", "ResourceUnavailableError", "POST /message:send", { at: "full", params: say("t", "go") }), "close"],
    }),
    wrong("a store that fails", "InternalError", "POST /message:send", { at: "failing", params: say("f", "go") }),
    wrong("a store that fails while the stream is open", "InternalError", "POST /message:stream", {
      at: "failing",
      params: say("g", "go"),
    }),
    wrong("what is not JSON", "JSONParseError", "POST /message:send", {
      body: '{"message"',
      headers: { "content-type": "application/json" },
    }),
    wrong("nothing", "InvalidParamsError", "POST /message:send"),
    wrong("a length that is no number", "InvalidParamsError", "GET /tasks/$over?historyLength=all"),
    wrong("an extended card that is not offered", "ExtendedCardNotSupportedError", `GET ${cardPath(speaker)}`, { at: "bare" }),
    wrong("an extended card that there is not", "ExtendedCardNotConfiguredError", `GET ${cardPath(speaker)}`, {
      at: "unconfigured",
      headers: ann,
    }),
    wrong("an extended card for nobody", "UnauthenticatedError", `GET ${cardPath(speaker)}`),
    refused("a path where nothing is", "notFound", "GET /nothing"),
    refused("a verb that nobody has", "methodNotAllowed", "PUT /message:send"),
    refused("a text", "unsupportedMediaType", "POST /message:send", { body: "hi", headers: { "content-type": "text/plain" } }),
  ];
}

function cardPath({ version }: RestSpeaker): `/${string}` {
  return version === "1.0" ? "/extendedAgentCard" : "/card";
}

/** What 1.0 has besides. */
function newestIn(speaker: RestSpeaker): Step[] {
  const ask = askIn(speaker);
  const { say } = speaker;
  return [
    ask("the newest tasks", "GET /tasks?pageSize=2&historyLength=0&includeArtifacts=true"),
    ask("tasks of one state", "GET /tasks?status=TASK_STATE_REJECTED"),
    ask("a message of a tenant", "POST /acme/message:send", { params: say("m-30", "ask"), keep: "$acme" }),
    ask("the tenant's task, as the binding's own type", "GET /acme/tasks/$acme", { headers: { accept: mediaType } }),
    ask("extensions, one of which the agent knows", "POST /message:send", {
      params: say("m-31", "extensions"),
      headers: { "a2a-extensions": "https://example.com/ext/optional/v1, https://example.com/ext/unknown/v1" },
    }),
    ask("names as protobuf writers may spell them", "POST /message:send", {
      params: { message: { message_id: "m-32", role: 1, parts: [{ text: "go" }] } },
    }),
    ask("a subscriber who comes too late", "GET /tasks/$hold:subscribe", { error: "UnsupportedOperationError" }),
  ];
}

/** What 0.3 has besides: other shapes of the same, and other paths that documents show. */
function olderIn(speaker: RestSpeaker): Step[] {
  const ask = askIn(speaker);
  const { webhook } = speaker;
  const task = "/tasks/$more";
  return [
    ask("a message with tags, answered with tags", "POST /message:send", {
      params: v03.say("m-30", "ask"),
      keep: "$more",
    }),
    ask("a stream of tags", "POST /message:stream", { params: v03.say("m-31", "go") }),
    ask("a message by itself, under the name of protobuf", "POST /message:send", {
      params: { request: { message_id: "m-32", role: 1, content: [{ text: "reply" }] } },
    }),
    ask("a webhook by itself, at the path of the typing error", "POST /task/$more/pushNotificationConfigs", {
      params: { url: `${hook}/one`, id: "one" },
    }),
    ask("one whose id is in the query, at the path of earlier prose", `POST ${task}/pushNotifications?configId=two`, {
      params: { pushNotificationConfig: { url: `${hook}/two` } },
    }),
    ask("one in a member, at the path of both", "POST /task/$more/pushNotifications", {
      params: { config: { id: "three", url: `${hook}/3` } },
    }),
    ask("the first", `GET ${task}/pushNotifications/one`),
    ask("all of them", `GET ${task}/pushNotifications`),
    ask("all of them, at the path of the typing error", "GET /task/$more/pushNotificationConfigs"),
    ask("the end of one", `DELETE ${task}/pushNotifications/three`),
    ask("a webhook without an id", `POST ${task}/pushNotificationConfigs`, { params: { pushNotificationConfig: { url: `${hook}/four` } } }),
    ask("a task with a webhook", "POST /message:send", {
      params: { ...speaker.say("m-33", "reject"), configuration: { pushNotification: Object(webhook("inline")).pushNotificationConfig } },
    }),
    ask("extensions, one of which the agent knows", "POST /message:send", {
      params: speaker.say("m-34", "extensions"),
      headers: { "x-a2a-extensions": "https://example.com/ext/optional/v1, https://example.com/ext/unknown/v1" },
    }),
    ask("a subscriber who comes too late", "GET /tasks/$hold:subscribe"),
  ];
}

function sceneIn(speaker: RestSpeaker, more: readonly Step[]): Scene {
  const card = askIn(speaker)("the extended card", `GET ${cardPath(speaker)}`, { headers: ann });
  const { version } = speaker;
  return { name: `${version}/rest`, version, steps: [...talkIn(speaker), ...more, card, ...errorsIn(speaker)] };
}

/** The conversations of each version that has HTTP+JSON. */
export const restScenes: readonly Scene[] = [sceneIn(over10, newestIn(over10)), sceneIn(over03, olderIn(over03))];
