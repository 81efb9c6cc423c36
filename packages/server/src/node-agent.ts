import { createService } from "./create-service.js";
import type { Agent } from "./define-agent.js";
import { given } from "./given.js";
import type { HandlerOptions } from "./handler-options.js";
import { hosted } from "./hosted.js";
import type { NodeHandler } from "./http/node-handler.js";
import { createNodeHandler } from "./http/node-handler.js";
import type { Listening, ListenOptions } from "./http/node-serve.js";
import { listen } from "./http/node-serve.js";

/** How `serve` serves an agent. */
export type ServeOptions = HandlerOptions & ListenOptions;

/**
 * Serves an agent over HTTP, or HTTPS with `tls`.
 *
 * @throws TypeError where an option is not valid; LocalError `NETWORK` where the port is taken
 */
export async function serve(agent: Pick<Agent, "definition">, options: ServeOptions = {}): Promise<Listening> {
  const { port, host, tls, ...rest } = options;
  const service = createService(agent.definition, { health: true, ...given(rest) });
  const listening = await listen(createNodeHandler(service.answer, rest.basePath ?? ""), {
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(tls && { tls }),
  });
  const server: Listening = {
    ...listening,
    async close() {
      await service.close();
      await listening.close();
    },
  };
  return hosted(server, { service, origin: listening.url });
}

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
export function toNodeHandler(agent: Pick<Agent, "definition">, options: HandlerOptions = {}): MountedHandler {
  const service = createService(agent.definition, options);
  return hosted(Object.assign(createNodeHandler(service.answer, options.basePath ?? ""), { close: service.close }), { service });
}
