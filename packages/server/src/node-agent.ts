import { assertPositive } from "./assert-positive.js";
import { createService } from "./create-service.js";
import type { Agent } from "./define-agent.js";
import { given } from "./given.js";
import type { HandlerOptions } from "./handler-options.js";
import { hosted } from "./hosted.js";
import { isLoopback, withKnownHosts } from "./http/known-hosts.js";
import type { NodeHandler } from "./http/node-handler.js";
import { createNodeHandler } from "./http/node-handler.js";
import type { Listening, ListenOptions } from "./http/node-serve.js";
import { listen, usualHost } from "./http/node-serve.js";
import { createGuardedFetch } from "./push/node-dial-guard.js";
import type { PushOptions } from "./push/push-options.js";

/** How `serve` serves an agent. */
export type ServeOptions = HandlerOptions & ListenOptions;

/**
 * Serves an agent over HTTP, or HTTPS with `tls`.
 *
 * @throws TypeError where an option is not valid; LocalError `NETWORK` where the port is taken
 */
export async function serve(agent: Pick<Agent, "definition">, options: ServeOptions = {}): Promise<Listening> {
  const { port: _p, host, tls: _t, allowedHosts, ...rest } = options;
  const service = createService(agent.definition, { health: true, ...given(rest), push: guarded(rest.push) });
  const isPrivate = isLoopback(host ?? usualHost) && rest.publicUrl === undefined;
  const allowed = allowedHosts ?? (isPrivate ? [] : undefined);
  const answer = allowed ? withKnownHosts(service.answer, { allowed, refuse: service.refuseHost }) : service.answer;
  const listening = await listen(createNodeHandler(answer, rest.basePath ?? ""), options);
  const server: Listening = {
    ...listening,
    async close() {
      await service.close();
      await listening.close();
    },
  };
  return hosted(server, { service, origin: listening.url });
}

/** How `toNodeHandler` serves an agent. */
export interface MountOptions extends HandlerOptions {
  /** How long the body of a request may take to come, else its connection is cut; default 120 000. Headers are the server's that it is mounted in. */
  readonly bodyTimeoutMs?: number;
}

const defaultBodyTimeoutMs = 120_000;

/** A handler to mount, with its end. */
export interface MountedHandler extends NodeHandler {
  /** Stops running turns, refuses new ones and closes the store. */
  close(): Promise<void>;
}

/**
 * Makes a handler to mount in `node:http`, Express and their like, also behind their body parsers. Where it is mounted at a path that the framework takes
 * off, as Express does, `basePath` can be left out. What the agent does not serve is left to the framework's next handler.
 *
 * @throws TypeError where an option is not valid
 */
export function toNodeHandler(
  agent: Pick<Agent, "definition">,
  { bodyTimeoutMs = defaultBodyTimeoutMs, ...options }: MountOptions = {},
): MountedHandler {
  assertPositive("bodyTimeoutMs", bodyTimeoutMs);
  const service = createService(agent.definition, Object.assign({}, options, { push: guarded(options.push) }));
  return hosted(Object.assign(createNodeHandler(service.answer, options.basePath ?? "", bodyTimeoutMs), { close: service.close }), {
    service,
  });
}

/** Where there are sockets to be had, the address that is dialled is the one that was looked at. */
function guarded(push: PushOptions = {}): PushOptions {
  return { ...push, fetch: push.fetch ?? createGuardedFetch(push) };
}
