import { isObject } from "../carried.js";
import type { Rewrite } from "../read-tolerant.js";
import { shape } from "../rewrite.js";
import { acceptAuthentication, messageFrom } from "./accept.js";

const webhook = shape({ authentication: acceptAuthentication });

/** Rewrites the params of a message. */
export const acceptSendParams: Rewrite = shape(
  { message: messageFrom("user"), configuration: shape({ pushNotificationConfig: webhook }) },
  (members) => {
    const { messageId, message, ...rest } = members;
    return typeof messageId === "string" && isObject(message) ? { ...rest, message: { messageId, ...message } } : members;
  },
);

/** Rewrites a webhook and its task in a request. */
export const acceptTaskConfig: Rewrite = shape({ pushNotificationConfig: webhook });
