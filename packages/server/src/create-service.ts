import type { AgentCard } from "@a2a/core";
import { A2AError } from "@a2a/core";
import { dialects } from "@a2a/core/internal";
import type { AgentDefinition } from "./agent/agent.js";
import { completeCard } from "./agent/complete-card.js";
import type { Endpoint } from "./binding/endpoint.js";
import { answerError } from "./binding/refuse.js";
import { answer } from "./binding/route.js";
import type { HandlerOptions } from "./handler-options.js";
import { completeOptions } from "./handler-options.js";
import type { Answerer } from "./http/exchange.js";
import { createMemoryStore } from "./store/memory-store.js";
import { TaskRuntime } from "./task/task-runtime.js";

/** An agent being served: its answers, and its end. */
export interface Service {
  readonly answer: Answerer;
  /** Stops running turns and refuses new ones. */
  close(): Promise<void>;
}

/**
 * Puts an agent, its options and the road between them together.
 *
 * @throws TypeError where the card or an option is not valid
 */
export function createService(definition: AgentDefinition, options: HandlerOptions): Service {
  const complete = completeOptions(options, createMemoryStore);
  const { makeId, now, authenticate, logger, basePath, maxBodyBytes, heartbeatMs } = complete;
  const runtime = new TaskRuntime({ ...complete, definition, now: () => now().toISOString() });
  const cards = createCards(definition, complete.publicUrl, basePath);
  // An invalid card is the author's mistake: it shows at once, not at the first request.
  cards("http://localhost");
  const endpoint: Endpoint = {
    dialects,
    cardAt: cards,
    contextAt: (origin) => ({ runtime, card: cards(origin), makeId }),
    authenticate,
    logger,
    basePath,
    maxBodyBytes,
    heartbeatMs,
  };
  return {
    async answer(exchange) {
      try {
        return await answer(endpoint, exchange);
      } catch (error) {
        if (!exchange.signal.aborted) logger.error({ error }, "a request failed");
        return answerError(endpoint, exchange, A2AError.from(error));
      }
    },
    close: () => runtime.close(),
  };
}

// Without publicUrl the card depends on the Host header: a bounded number of them is remembered.
const maxCards = 16;

function createCards(definition: AgentDefinition, publicUrl: string | undefined, basePath: string): (origin: string) => AgentCard {
  const known = new Map<string, AgentCard>();
  const served = dialects.map(({ version }) => version);
  return (origin) => {
    const url = publicUrl ?? `${origin}${basePath || "/"}`;
    let card = known.get(url);
    if (!card) {
      card = completeCard(definition.card, url, served);
      if (known.size >= maxCards) known.clear();
      known.set(url, card);
    }
    return card;
  };
}
