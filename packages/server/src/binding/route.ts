import { A2AError } from "@a2a/core";
import { versionNotSupported } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { answerCard } from "./card.js";
import type { CardPlace } from "./card-places.js";
import type { Endpoint } from "./endpoint.js";
import { answerExtendedCard } from "./extended-card.js";
import { answerHealth } from "./health.js";
import { answerJsonRpc } from "./jsonrpc.js";
import { answerKeySet } from "./key-set.js";
import { answerOpenApi } from "./openapi.js";
import { answerError, refuse, versionHint } from "./refuse.js";
import { answerRest, answerRestError, refuseRest } from "./rest.js";

/** Answers any request: the cards at their paths, JSON-RPC at the base path, HTTP+JSON below it, and refusals elsewhere. */
export function answer(endpoint: Endpoint, exchange: Exchange): Promise<Answer> | Answer {
  const { basePath, isRpcServed } = endpoint;
  const { path, verb } = exchange;
  const place = endpoint.cardPlaces.get(path);
  if (place) return answerPlace(endpoint, exchange, place);
  if (isRpcServed && (path === basePath || path === `${basePath}/`)) {
    return verb === "POST" ? answerJsonRpc(endpoint, exchange) : notAllowed(endpoint, exchange, "POST");
  }
  return answerBelow(endpoint, exchange);
}

function answerBelow(endpoint: Endpoint, exchange: Exchange): Promise<Answer> | Answer {
  const { basePath, rest, dialects } = endpoint;
  const detail = "nothing is served at this path";
  if (!rest || !exchange.path.startsWith(`${basePath}/`)) return elsewhere(refuse(endpoint, exchange, "notFound", detail));
  const path = exchange.path.slice(basePath.length);
  const { form, find } = rest.at(path, () => versionHint(dialects[0], exchange));
  if (!find) return elsewhere(answerRestError(endpoint, exchange, rest.forms[0], versionNotSupported(dialects, form.dialect.version)));
  const place = find(path);
  return place ? answerRest(endpoint, exchange, form, place) : elsewhere(refuseRest(endpoint, exchange, form, "notFound", detail));
}

/** The answer where no other handler knows the path. */
function elsewhere(answer: Answer): Answer {
  return Object.assign({}, answer, { isElsewhere: true as const });
}

function answerPlace(endpoint: Endpoint, exchange: Exchange, place: CardPlace): Promise<Answer> | Answer {
  if (exchange.verb !== "GET" && exchange.verb !== "HEAD") return notAllowed(endpoint, exchange, "GET, HEAD");
  if (place.kind === "extended") return answerExtendedCard(endpoint, exchange, place.dialect);
  if (place.kind === "openApi") return answerOpenApi(endpoint, exchange, place.represent);
  if (place.kind === "health") return answerHealth(endpoint, exchange, place.question);
  if (place.kind === "keySet") return orFailure(endpoint, exchange, answerKeySet(endpoint, exchange, place.represent));
  return orFailure(endpoint, exchange, answerCard(endpoint, exchange, place.dialects));
}

/** A key that cannot be used is the agent's failure, which the status says: who reads a card knows nothing of JSON-RPC. */
async function orFailure(endpoint: Endpoint, exchange: Exchange, answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering;
  } catch (error) {
    endpoint.logger.error({ error, path: exchange.path }, "a request failed");
    const known = A2AError.from(error);
    return { ...answerError(endpoint, exchange, known), status: endpoint.dialects[0].errors[known.code].httpStatus };
  }
}

function notAllowed(endpoint: Endpoint, exchange: Exchange, allow: string): Answer {
  return refuse(endpoint, exchange, "methodNotAllowed", `${exchange.verb} is not allowed here: ${allow} is`, { allow });
}
