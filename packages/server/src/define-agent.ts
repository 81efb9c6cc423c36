import type { AgentCardInput, AgentDefinition } from "./agent/agent.js";
import { asksForCredentials } from "./caller/find-caller.js";
import { createService } from "./create-service.js";
import type { HandlerOptions } from "./handler-options.js";
import { hosted } from "./hosted.js";
import type { FetchHandler } from "./http/fetch-handler.js";
import { createFetchHandler } from "./http/fetch-handler.js";

/** An agent that can be served. */
export interface Agent {
  readonly card: AgentCardInput;
  readonly definition: AgentDefinition;
  /**
   * Answers requests of the Fetch standard with all defaults: the whole server in Bun, Deno and Workers, and the road without a network. An agent whose
   * card asks for credentials has none: `createA2AHandler` gives it one, with `security`.
   */
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
  const { card } = definition;
  if (!asksForCredentials(card)) return { card, definition, fetch: createA2AHandler({ definition }).fetch };
  // What is wrong with its card shows now, as it does with every other.
  createService(definition, { authenticate: () => ({}) });
  return {
    card,
    definition,
    // Not at the first request, where it would be too late: whoever serves it takes it when it starts.
    get fetch(): never {
      throw new TypeError("the agent card asks for credentials: serve it by createA2AHandler(agent, { security }).fetch");
    },
  };
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
