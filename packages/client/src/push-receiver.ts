// The entry for receivers of push notifications; apart, because few clients have a webhook, and a JWT needs another package.

export type { PushReceiver } from "./push-receiver/create-push-receiver.js";
export { createPushReceiver } from "./push-receiver/create-push-receiver.js";
export type { JwtOptions } from "./push-receiver/jwt-options.js";
export type { NodePushRequest, NodePushResponse } from "./push-receiver/node-call.js";
export type { PerTask, PushLogger, PushReceiverOptions } from "./push-receiver/options.js";
export type { Push } from "./push-receiver/push.js";
export type { ReplayOptions, ReplayStore } from "./push-receiver/replay.js";
