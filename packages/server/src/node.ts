// The public surface for Node: a server, a handler to mount in one, and a guard of what webhooks dial.

export type { NodeHandler } from "./http/node-handler.js";
export type { Listening, ListenOptions, ListenTls } from "./http/node-serve.js";
export type { MountedHandler, MountOptions, ServeOptions } from "./node-agent.js";
export { serve, toNodeHandler } from "./node-agent.js";
export type { DialOptions } from "./push/node-dial-guard.js";
export { createGuardedFetch } from "./push/node-dial-guard.js";
