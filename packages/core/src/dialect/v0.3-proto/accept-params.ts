import { paramsShapes } from "#shapes/v0.3-proto";
import type { Operation } from "../../generated/v0.3-proto/methods.js";
import { jsonNamesOf } from "../../validate/shape-of.js";
import { isObject } from "../carried.js";
import { createProtoObject } from "../proto-object.js";
import type { Rewrite } from "../read-tolerant.js";
import type { Mend } from "../rewrite.js";
import { withDefault, withName } from "../rewrite.js";
import { acceptMessageFrom, acceptWebhook } from "./accept.js";

const requestObject = createProtoObject(jsonNamesOf({}, paramsShapes));

const object = requestObject({});
const configuration = requestObject({ pushNotification: acceptWebhook }, (members) =>
  withName(members, "pushNotificationConfig", "pushNotification"),
);

// The definition calls the message `request`, its JSON `message`, and some writers send nothing but it.
const unwrapped: Mend = (members) => {
  const named = withName(members, "request", "message");
  return Object.hasOwn(named, "message") || !(Object.hasOwn(named, "content") || Object.hasOwn(named, "parts"))
    ? named
    : { message: named };
};
const sendRequest = requestObject({ message: acceptMessageFrom("ROLE_USER"), configuration }, unwrapped);

// Three shapes of a body are published: the webhook with its name, which stays, that in a member, and the webhook by itself.
const body: Mend = (members) => {
  const inner = isObject(members.config) ? object(members.config) : members;
  return isObject(inner) && !Object.hasOwn(inner, "url") ? inner : { pushNotificationConfig: inner };
};
const config = requestObject({ pushNotificationConfig: acceptWebhook }, body);

// A body that is all of the params stands where the webhook should, and its id with it.
const withInnerId: Mend = (members) => {
  const inner = isObject(members.config) ? members.config : {};
  return withDefault(members, "configId", inner.configId ?? inner.config_id);
};
const createRequest = requestObject({ config }, withInnerId);

/** Rewrites params, by operation. */
export const acceptParams: Readonly<Record<Operation, Rewrite>> = {
  SendMessage: sendRequest,
  SendStreamingMessage: sendRequest,
  GetTask: object,
  CancelTask: object,
  SubscribeToTask: object,
  CreateTaskPushNotificationConfig: createRequest,
  GetTaskPushNotificationConfig: object,
  ListTaskPushNotificationConfigs: object,
  DeleteTaskPushNotificationConfig: object,
  GetExtendedAgentCard: object,
};
