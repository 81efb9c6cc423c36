import { jsonNames } from "#shapes/v1.0";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Rewrite } from "../read-tolerant.js";
import type { Mend } from "../rewrite.js";
import { withName } from "../rewrite.js";
import { acceptMessage, acceptState, acceptTimestamp, acceptWebhook, protoObject } from "./accept.js";

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

/** An object that only requests have. */
function requestObject(members: Readonly<Record<string, Rewrite>>, mend?: Mend): Rewrite {
  return protoObject(members, mend, jsonNames);
}
