import type { Answer, Exchange } from "../http/exchange.js";
import { answerCard } from "./card.js";
import type { Endpoint } from "./endpoint.js";
import { answerJsonRpc } from "./jsonrpc.js";
import { refuse } from "./refuse.js";

/** Answers any request: the cards at their well-known paths, JSON-RPC at the base path, and refusals elsewhere. */
export function answer(endpoint: Endpoint, exchange: Exchange): Promise<Answer> | Answer {
  const { basePath } = endpoint;
  const card = answerCard(endpoint, exchange);
  if (card) return exchange.verb === "GET" || exchange.verb === "HEAD" ? card : notAllowed(endpoint, exchange, "GET, HEAD");
  if (exchange.path !== basePath && exchange.path !== `${basePath}/`)
    return refuse(endpoint, exchange, "notFound", "nothing is served at this path");
  return exchange.verb === "POST" ? answerJsonRpc(endpoint, exchange) : notAllowed(endpoint, exchange, "POST");
}

function notAllowed(endpoint: Endpoint, exchange: Exchange, allow: string): Answer {
  return refuse(endpoint, exchange, "methodNotAllowed", `${exchange.verb} is not allowed here: ${allow} is`, { allow });
}
