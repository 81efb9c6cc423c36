// Webhooks: how each version registers them, and what they are told.

import type { Scene, Step } from "./scene.js";
import { hook } from "./scene.js";
import { v01, v03, v10 } from "./speakers.js";

const withSecrets = { token: "t-1", authentication: { scheme: "Bearer", credentials: "c-1" } };
const older = { token: "t-1", authentication: { schemes: ["Bearer", "Basic"], credentials: "c-1" } };

const newest: readonly Step[] = [
  { what: "a message that the agent asks back", method: "SendMessage", params: v10.say("m-1", "ask"), keep: "$ask" },
  {
    what: "a webhook without an id",
    method: "CreateTaskPushNotificationConfig",
    params: { taskId: "$ask", url: `${hook}/later`, ...withSecrets },
  },
  { what: "one with an id", method: "CreateTaskPushNotificationConfig", params: { taskId: "$ask", id: "mine", url: `${hook}/deleted` } },
  { what: "that one", method: "GetTaskPushNotificationConfig", params: { taskId: "$ask", id: "mine" } },
  { what: "all of them", method: "ListTaskPushNotificationConfigs", params: { taskId: "$ask" } },
  { what: "the first page of them", method: "ListTaskPushNotificationConfigs", params: { taskId: "$ask", pageSize: 1 } },
  { what: "its end", method: "DeleteTaskPushNotificationConfig", params: { taskId: "$ask", id: "mine" } },
  { what: "the answer to the agent", method: "SendMessage", params: v10.say("m-2", "this one", { task: "$ask" }) },
  {
    what: "a webhook that comes with a message",
    method: "SendMessage",
    params: { ...v10.say("m-3", "reject"), configuration: { taskPushNotificationConfig: { url: `${hook}/inline`, token: "t-2" } } },
  },
  {
    what: "a webhook that is not there",
    method: "GetTaskPushNotificationConfig",
    params: { taskId: "$ask", id: "no" },
    error: "TaskNotFoundError",
  },
];

const middle: readonly Step[] = [
  { what: "a message that the agent asks back", method: "message/send", params: v03.say("m-1", "ask"), keep: "$ask" },
  {
    what: "a webhook without an id",
    method: "tasks/pushNotificationConfig/set",
    params: { taskId: "$ask", pushNotificationConfig: { url: `${hook}/later`, ...older } },
  },
  {
    what: "one with an id and headers",
    method: "tasks/pushNotificationConfig/set",
    params: { taskId: "$ask", pushNotificationConfig: { id: "mine", url: `${hook}/headers`, headers: { "X-Secret": "s-1" } } },
  },
  { what: "one more", method: "tasks/pushNotificationConfig/set", params: v03.webhook("$ask", "deleted") },
  { what: "the task's own", method: "tasks/pushNotificationConfig/get", params: { id: "$ask" } },
  { what: "that with headers", method: "tasks/pushNotificationConfig/get", params: { id: "$ask", pushNotificationConfigId: "mine" } },
  { what: "all of them", method: "tasks/pushNotificationConfig/list", params: { id: "$ask" } },
  { what: "the end of one", method: "tasks/pushNotificationConfig/delete", params: { id: "$ask", pushNotificationConfigId: "deleted" } },
  { what: "the answer to the agent", method: "message/send", params: v03.say("m-2", "this one", { task: "$ask" }) },
  {
    what: "a webhook that comes with a message",
    method: "message/send",
    params: { ...v03.say("m-3", "reject"), configuration: { pushNotificationConfig: { url: `${hook}/inline`, token: "t-2" } } },
  },
  {
    what: "a webhook that is not there",
    method: "tasks/pushNotificationConfig/get",
    params: { id: "$ask", pushNotificationConfigId: "no" },
    error: "TaskNotFoundError",
  },
];

const oldest: readonly Step[] = [
  { what: "a message that the agent asks back", method: "tasks/send", params: v01.say("task-1", "ask") },
  { what: "no webhook yet", method: "tasks/pushNotification/get", params: { id: "task-1" } },
  {
    what: "a webhook",
    method: "tasks/pushNotification/set",
    params: { id: "task-1", pushNotificationConfig: { url: `${hook}/later`, ...older } },
  },
  { what: "the webhook", method: "tasks/pushNotification/get", params: { id: "task-1" } },
  { what: "the answer to the agent", method: "tasks/send", params: v01.say("task-1", "this one") },
  {
    what: "a webhook that comes with a message, its scheme written as a text",
    method: "tasks/send",
    params: {
      ...v01.say("task-2", "reject"),
      pushNotification: { url: `${hook}/inline`, token: "t-2", authentication: { schemes: "Basic", credentials: "c-2" } },
    },
  },
  {
    what: "a task with a webhook",
    method: "tasks/send",
    params: { ...v01.say("task-3", "ask"), pushNotification: { url: `${hook}/removed` } },
  },
  { what: "the end of its webhook", method: "tasks/pushNotification/set", params: { id: "task-3", pushNotificationConfig: null } },
];

/** The webhooks of each version. */
export const webhookScenes: readonly Scene[] = [
  { name: "1.0/webhooks", version: "1.0", steps: newest },
  { name: "0.3/webhooks", version: "0.3", steps: middle },
  { name: "0.1/webhooks", version: "0.1", steps: oldest },
];
