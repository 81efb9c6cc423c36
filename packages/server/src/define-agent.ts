import type { AgentCardInput, AgentDefinition } from "./agent/agent.js";
import { createService } from "./create-service.js";
import type { HandlerOptions } from "./handler-options.js";
import { hosted } from "./hosted.js";
import type { FetchHandler } from "./http/fetch-handler.js";
import { createFetchHandler } from "./http/fetch-handler.js";

/** An agent that can be served. */
export interface Agent {
  readonly card: AgentCardInput;
  readonly definition: AgentDefinition;
  /** Answers requests of the Fetch standard with all defaults: the whole server in Bun, Deno and Workers, and the road without a network. */
  readonly fetch: FetchHandler;
}

/** A handler with its end. */
export interface A2AHandler {
  readonly fetch: FetchHandler;
  /** Stops running turns, refuses new ones and closes the store. */
  close(): Promise<void>;
}

/**
 * Makes an agent of its definition.
 *
 * @throws TypeError where the card is not valid
 */
export function defineAgent(definition: AgentDefinition): Agent {
  const { fetch } = createA2AHandler({ definition });
  return { card: definition.card, definition, fetch };
}

/**
 * Serves an agent as a fetch handler, with options.
 *
 * @throws TypeError where the card or an option is not valid
 */
export function createA2AHandler(agent: Pick<Agent, "definition">, options: HandlerOptions = {}): A2AHandler {
  const service = createService(agent.definition, options);
  return hosted({ fetch: createFetchHandler(service.answer), close: service.close }, { service });
}
