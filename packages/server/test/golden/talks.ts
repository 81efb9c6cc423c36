// What clients and agents have to say to each other, as a client of each version writes it.

import type { Scene, Step } from "./scene.js";
import { v01, v03, v10 } from "./speakers.js";

const ann = { authorization: "Bearer ann" };

const newest: readonly Step[] = [
  { what: "a message, answered when the task is over", method: "SendMessage", params: v10.say("m-1", "go") },
  { what: "a message, answered without a task", method: "SendMessage", params: v10.say("m-2", "reply") },
  { what: "a stream", method: "SendStreamingMessage", params: v10.say("m-3", "go") },
  { what: "a stream that is a reply", method: "SendStreamingMessage", params: v10.say("m-4", "reply") },
  { what: "a message that the agent asks back", method: "SendMessage", params: v10.say("m-5", "ask"), keep: "$ask" },
  { what: "the answer to that, streamed", method: "SendStreamingMessage", params: v10.say("m-6", "this one", { task: "$ask" }) },
  { what: "the task", method: "GetTask", params: { id: "$ask", historyLength: 1 } },
  { what: "the task without its history", method: "GetTask", params: { id: "$ask", historyLength: 0 } },
  { what: "a task that needs credentials", method: "SendMessage", params: v10.say("m-7", "auth") },
  { what: "a task that the agent rejects", method: "SendStreamingMessage", params: v10.say("m-8", "reject") },
  { what: "a task whose agent throws", method: "SendMessage", params: v10.say("m-9", "throw") },
  { what: "every kind of part", method: "SendMessage", params: v10.say("m-10", "all") },
  {
    what: "extensions, one of which the agent knows",
    method: "SendMessage",
    params: v10.say("m-11", "extensions"),
    headers: { "a2a-extensions": "https://example.com/ext/optional/v1, https://example.com/ext/unknown/v1" },
  },
  {
    what: "a task that works on",
    method: "SendMessage",
    params: { ...v10.say("m-12", "hold"), configuration: { returnImmediately: true, historyLength: 0 } },
    keep: "$hold",
  },
  {
    what: "a subscriber of it, and its end",
    method: "SubscribeToTask",
    params: { id: "$hold" },
    meanwhile: [{ what: "meanwhile", method: "CancelTask", params: { id: "$hold", metadata: { why: "enough" } } }],
  },
  { what: "a subscriber who comes back", method: "SubscribeToTask", params: { id: "$hold" }, headers: { "last-event-id": "1" } },
  {
    what: "a stream that is asked for again with what was seen of it",
    method: "SendStreamingMessage",
    params: v10.say("m-3", "go"),
    headers: { "last-event-id": "3" },
  },
  { what: "the newest tasks", method: "ListTasks", params: { pageSize: 2, historyLength: 0, includeArtifacts: true } },
  { what: "tasks of one state", method: "ListTasks", params: { status: "TASK_STATE_INPUT_REQUIRED" } },
  {
    what: "names and a role as protobuf writers may spell them",
    method: "SendMessage",
    params: { message: { message_id: "m-13", role: 1, parts: [{ text: "go" }] } },
  },
  {
    what: "a stream that a shutdown breaks off",
    at: "durable",
    method: "SendStreamingMessage",
    params: v10.say("m-20", "hold"),
    meanwhile: ["close"],
  },
  { what: "the extended card", method: "GetExtendedAgentCard", headers: ann },
];

const middle: readonly Step[] = [
  { what: "a message, answered when the task is over", method: "message/send", params: v03.say("m-1", "go") },
  { what: "a message, answered without a task", method: "message/send", params: v03.say("m-2", "reply") },
  { what: "a stream", method: "message/stream", params: v03.say("m-3", "go") },
  { what: "a stream that is a reply", method: "message/stream", params: v03.say("m-4", "reply") },
  { what: "a message that the agent asks back", method: "message/send", params: v03.say("m-5", "ask"), keep: "$ask" },
  { what: "the answer to that, streamed", method: "message/stream", params: v03.say("m-6", "this one", { task: "$ask" }) },
  { what: "the task", method: "tasks/get", params: { id: "$ask", historyLength: 1 } },
  { what: "the task without its history", method: "tasks/get", params: { id: "$ask", historyLength: 0 } },
  { what: "a task that needs credentials", method: "message/stream", params: v03.say("m-7", "auth") },
  { what: "a task that the agent rejects", method: "message/stream", params: v03.say("m-8", "reject") },
  { what: "a task whose agent throws", method: "message/send", params: v03.say("m-9", "throw") },
  { what: "every kind of part", method: "message/send", params: v03.say("m-10", "all") },
  {
    what: "extensions, one of which the agent knows",
    method: "message/send",
    params: v03.say("m-11", "extensions"),
    headers: { "x-a2a-extensions": "https://example.com/ext/optional/v1, https://example.com/ext/unknown/v1" },
  },
  {
    what: "a task that works on",
    method: "message/send",
    params: { ...v03.say("m-12", "hold"), configuration: { blocking: false, historyLength: 0 } },
    keep: "$hold",
  },
  {
    what: "a subscriber of it, and its end",
    method: "tasks/resubscribe",
    params: { id: "$hold" },
    meanwhile: [{ what: "meanwhile", method: "tasks/cancel", params: { id: "$hold", metadata: { why: "enough" } } }],
  },
  { what: "a subscriber who comes too late", method: "tasks/resubscribe", params: { id: "$hold" } },
  { what: "a subscriber who comes back", method: "tasks/resubscribe", params: { id: "$hold" }, headers: { "last-event-id": "1" } },
  {
    what: "a stream that is asked for again with what was seen of it",
    method: "message/stream",
    params: v03.say("m-3", "go"),
    headers: { "last-event-id": "3" },
  },
  {
    what: "a message as documents show it, without kind",
    method: "message/send",
    params: { message: { messageId: "m-13", role: "user", parts: [{ kind: "text", text: "go" }] } },
  },
  {
    what: "parts as the first 0.2 documents show them, with type",
    method: "message/send",
    params: { message: { messageId: "m-14", role: "user", parts: [{ type: "text", text: "go" }] } },
  },
  { what: "the extended card", method: "agent/getAuthenticatedExtendedCard", headers: ann },
  { what: "the extended card by the name that 0.2 has for it", method: "agent/authenticatedExtendedCard", headers: ann },
  {
    what: "a stream that a shutdown breaks off",
    at: "durable",
    method: "message/stream",
    params: v03.say("m-20", "hold"),
    meanwhile: ["close"],
  },
  {
    what: "a client that says it speaks 0.2",
    method: "message/send",
    params: v03.say("m-15", "reply"),
    headers: { "a2a-version": "0.2.5" },
  },
];

const oldest: readonly Step[] = [
  { what: "a message, answered when the task is over", method: "tasks/send", params: v01.say("task-1", "go") },
  { what: "a message that the agent would answer without a task", method: "tasks/send", params: v01.say("task-2", "reply") },
  { what: "a stream", method: "tasks/sendSubscribe", params: v01.say("task-3", "go") },
  { what: "a stream of what would be a reply", method: "tasks/sendSubscribe", params: v01.say("task-4", "reply") },
  { what: "a message that the agent asks back", method: "tasks/send", params: v01.say("task-5", "ask") },
  { what: "a subscriber of it", method: "tasks/resubscribe", params: { id: "task-5" } },
  { what: "the answer to that, streamed", method: "tasks/sendSubscribe", params: v01.say("task-5", "this one") },
  { what: "the task", method: "tasks/get", params: { id: "task-5", historyLength: 2 } },
  { what: "the task without its history", method: "tasks/get", params: { id: "task-5" } },
  { what: "a task that needs credentials", method: "tasks/sendSubscribe", params: v01.say("task-6", "auth") },
  { what: "a task that the agent rejects", method: "tasks/sendSubscribe", params: v01.say("task-7", "reject") },
  { what: "a task whose agent throws", method: "tasks/send", params: v01.say("task-8", "throw") },
  { what: "every kind of part", method: "tasks/send", params: v01.say("task-9", "all") },
  {
    what: "a task that works on, and its end",
    method: "tasks/sendSubscribe",
    params: v01.say("task-10", "hold"),
    meanwhile: [{ what: "meanwhile", method: "tasks/cancel", params: { id: "task-10", metadata: { why: "enough" } } }],
  },
  {
    what: "a stream that a shutdown breaks off",
    at: "durable",
    method: "tasks/sendSubscribe",
    params: v01.say("task-20", "hold"),
    meanwhile: ["close"],
  },
  { what: "a subscriber who comes too late", method: "tasks/resubscribe", params: { id: "task-1" } },
  { what: "a subscriber who comes back", method: "tasks/resubscribe", params: { id: "task-10" }, headers: { "last-event-id": "1" } },
];

/** Requests in the shapes of the README before 0.1, its examples and its schema. */
const tolerated: readonly Step[] = [
  { what: "without jsonrpc and id", body: JSON.stringify({ method: "tasks/send", params: v01.say("readme-1", "go") }) },
  { what: "a stream without jsonrpc and id", body: JSON.stringify({ method: "tasks/sendSubscribe", params: v01.say("readme-2", "go") }) },
  { what: "without jsonrpc", body: JSON.stringify({ id: "a", method: "tasks/get", params: { id: "readme-1" } }) },
  {
    what: "parts under the name of data, without a role",
    method: "tasks/send",
    params: { id: "readme-3", message: { data: [{ type: "text", text: "go" }] } },
  },
  {
    what: "a file whose bytes stand under the name of data",
    method: "tasks/send",
    params: {
      id: "readme-4",
      message: {
        role: "user",
        parts: [
          { type: "text", text: "go" },
          { type: "file", file: { name: "three.bin", mimeType: "application/octet-stream", data: "AQID" } },
        ],
      },
    },
  },
  {
    what: "a file whose bytes stand under the name that protobuf has for them",
    method: "tasks/send",
    params: {
      id: "readme-7",
      message: {
        role: "user",
        parts: [
          { type: "text", text: "go" },
          { type: "file", file: { name: "three.bin", fileWithBytes: "AQID" } },
        ],
      },
    },
  },
  { what: "a task that ends", at: "reopening", method: "tasks/send", params: v01.say("readme-8", "go") },
  { what: "a message that opens it again", at: "reopening", method: "tasks/send", params: v01.say("readme-8", "go on") },
  { what: "the task that is left", at: "reopening", method: "tasks/get", params: { id: "readme-8", historyLength: 5 } },
  {
    what: "null for whatever is left out, and data that is a list",
    method: "tasks/send",
    params: {
      id: "readme-5",
      sessionId: null,
      historyLength: 2,
      pushNotification: null,
      metadata: null,
      message: {
        role: "user",
        metadata: null,
        parts: [
          { type: "text", text: "go", metadata: null },
          { type: "data", data: [1, 2] },
        ],
      },
    },
  },
  {
    what: "a task without a session",
    method: "tasks/send",
    params: { id: "readme-6", message: { role: "user", parts: [{ type: "text", text: "reply" }] } },
  },
];

/** Names that 0.1 and 0.3 share, and requests whose version is not the one that their method tells. */
const shared: readonly Step[] = [
  { what: "a task of 0.1", method: "tasks/send", params: v01.say("task-1", "ask") },
  { what: "a task of 0.3", method: "message/send", params: v03.say("m-1", "ask"), keep: "$task" },
  { what: "the task of 0.1 without a hint", method: "tasks/get", params: { id: "task-1" } },
  { what: "the task of 0.3 without a hint", method: "tasks/get", params: { id: "$task" } },
  // Without its history: the messages of 0.1 have ids that are made up at random.
  {
    what: "the task of 0.1, asked for in 0.3",
    method: "tasks/get",
    params: { id: "task-1", historyLength: 0 },
    headers: { "a2a-version": "0.3" },
  },
  { what: "the task of 0.3, asked for in 0.1", method: "tasks/get", params: { id: "$task" }, headers: { "a2a-version": "0.1" } },
  { what: "the task of 0.3, asked for in 1.0", method: "GetTask", params: { id: "$task" }, headers: { "a2a-version": "1.0" } },
  { what: "a name of 1.0 without a hint", method: "GetTask", params: { id: "$task" } },
  { what: "a subscriber of 0.1 without a hint", method: "tasks/resubscribe", params: { id: "task-1" } },
  { what: "the end of the task of 0.1 without a hint", method: "tasks/cancel", params: { id: "task-1" } },
];

/** The conversations of each version. */
export const talks: readonly Scene[] = [
  { name: "1.0/talk", version: "1.0", steps: newest },
  { name: "0.3/talk", version: "0.3", steps: middle },
  { name: "0.1/talk", version: "0.1", steps: oldest },
  { name: "0.1/tolerated", version: "0.1", steps: tolerated },
  { name: "shared-names", version: "0.3", steps: shared },
];
