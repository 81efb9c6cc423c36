import { jsonNames } from "#shapes/v1.0";
import type { Operation } from "../../generated/v1.0/methods.js";
import { createProtoObject } from "../proto-object.js";
import { acceptTimestamp } from "../proto-values.js";
import type { Rewrite } from "../read-tolerant.js";
import { withName } from "../rewrite.js";
import { acceptMessage, acceptState, acceptWebhook } from "./accept.js";

/** Rewrites an object that only requests have. */
const requestObject = createProtoObject(jsonNames);

const object = requestObject({});
const configuration = requestObject({ taskPushNotificationConfig: acceptWebhook }, (members) =>
  withName(members, "pushNotificationConfig", "taskPushNotificationConfig"),
);
const sendRequest = requestObject({ message: acceptMessage, configuration });

/** Rewrites params, by operation. */
export const acceptParams: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: sendRequest,
  SendStreamingMessage: sendRequest,
  GetTask: object,
  ListTasks: requestObject({ status: acceptState, statusTimestampAfter: acceptTimestamp }),
  CancelTask: object,
  SubscribeToTask: object,
  CreateTaskPushNotificationConfig: acceptWebhook,
  GetTaskPushNotificationConfig: object,
  ListTaskPushNotificationConfigs: object,
  DeleteTaskPushNotificationConfig: object,
  GetExtendedAgentCard: object,
};
