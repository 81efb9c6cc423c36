import type { Service } from "./create-service.js";

/** An agent behind a handler or a server, for bindings that are added to it. */
export interface Hosted {
  readonly service: Service;
  /** Scheme and authority at which HTTP reaches it, where it listens itself. */
  readonly origin?: string;
}

const agents = new WeakMap<object, Hosted>();

/** Remembers which agent a handle serves; returns the handle. */
export function hosted<T extends object>(handle: T, agent: Hosted): T {
  agents.set(handle, agent);
  return handle;
}

/**
 * The agent that a handle serves.
 *
 * @param handle what `serve`, `toNodeHandler` or `createA2AHandler` gave
 * @throws TypeError for anything else
 */
export function hostedBy(handle: object): Hosted {
  const agent = agents.get(handle);
  if (!agent) throw new TypeError("not what serve, toNodeHandler or createA2AHandler gives");
  return agent;
}
