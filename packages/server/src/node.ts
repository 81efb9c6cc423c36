// The public surface for Node: a server, and a handler to mount in one.

export type { NodeHandler } from "./http/node-handler.js";
export type { Listening, ListenOptions, ListenTls } from "./http/node-serve.js";
export type { MountedHandler, MountOptions, ServeOptions } from "./node-agent.js";
export { serve, toNodeHandler } from "./node-agent.js";
