import type { Operation } from "../../generated/v0.1/methods.js";
import type { Rewrite } from "../read-tolerant.js";
import { acceptWebhook, asIs, membersOf, messageFrom, pushConfigOf } from "./accept.js";

const sendParams = membersOf({
  id: asIs,
  sessionId: asIs,
  message: messageFrom("user"),
  pushNotification: acceptWebhook,
  historyLength: asIs,
  metadata: asIs,
});

const queryParams = membersOf({ id: asIs, historyLength: asIs, metadata: asIs });

/** Rewrites the params of each operation. */
export const acceptParams: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: sendParams,
  SendStreamingMessage: sendParams,
  GetTask: queryParams,
  CancelTask: queryParams,
  SubscribeToTask: queryParams,
  CreateTaskPushNotificationConfig: pushConfigOf(asIs),
  GetTaskPushNotificationConfig: queryParams,
};
