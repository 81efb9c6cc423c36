import type { Operation } from "../../generated/v1.0/methods.js";
import type { Rewrite } from "../read-tolerant.js";
import { withName } from "../rewrite.js";
import { acceptMessage, acceptObject, acceptState, acceptTimestamp, acceptWebhook, protoObject } from "./accept.js";

const configuration = protoObject({ taskPushNotificationConfig: acceptWebhook }, (members) =>
  withName(members, "pushNotificationConfig", "taskPushNotificationConfig"),
);
const sendRequest = protoObject({ message: acceptMessage, configuration });

/** Rewrites params, by operation. */
export const acceptParams: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: sendRequest,
  SendStreamingMessage: sendRequest,
  GetTask: acceptObject,
  ListTasks: protoObject({ status: acceptState, statusTimestampAfter: acceptTimestamp }),
  CancelTask: acceptObject,
  SubscribeToTask: acceptObject,
  CreateTaskPushNotificationConfig: acceptWebhook,
  GetTaskPushNotificationConfig: acceptObject,
  ListTaskPushNotificationConfigs: acceptObject,
  DeleteTaskPushNotificationConfig: acceptObject,
  GetExtendedAgentCard: acceptObject,
};
