import type { Answer, Exchange } from "../http/exchange.js";
import { answerCard } from "./card.js";
import type { CardPlace } from "./card-places.js";
import type { Endpoint } from "./endpoint.js";
import { answerExtendedCard } from "./extended-card.js";
import { answerJsonRpc } from "./jsonrpc.js";
import { answerOpenApi } from "./openapi.js";
import { refuse } from "./refuse.js";

/** Answers any request: the cards at their paths, JSON-RPC at the base path, and refusals elsewhere. */
export function answer(endpoint: Endpoint, exchange: Exchange): Promise<Answer> | Answer {
  const { basePath } = endpoint;
  const place = endpoint.cardPlaces.get(exchange.path);
  if (place) return answerPlace(endpoint, exchange, place);
  if (exchange.path !== basePath && exchange.path !== `${basePath}/`)
    return refuse(endpoint, exchange, "notFound", "nothing is served at this path");
  return exchange.verb === "POST" ? answerJsonRpc(endpoint, exchange) : notAllowed(endpoint, exchange, "POST");
}

function answerPlace(endpoint: Endpoint, exchange: Exchange, place: CardPlace): Promise<Answer> | Answer {
  if (exchange.verb !== "GET" && exchange.verb !== "HEAD") return notAllowed(endpoint, exchange, "GET, HEAD");
  if (place.kind === "extended") return answerExtendedCard(endpoint, exchange, place.dialect);
  if (place.kind === "openApi") return answerOpenApi(endpoint, exchange, place.represent);
  return answerCard(endpoint, exchange, place.dialects);
}

function notAllowed(endpoint: Endpoint, exchange: Exchange, allow: string): Answer {
  return refuse(endpoint, exchange, "methodNotAllowed", `${exchange.verb} is not allowed here: ${allow} is`, { allow });
}
