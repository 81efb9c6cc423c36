import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { answerOf } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";
import { performUnary } from "./perform.js";
import { answerError, refuse } from "./refuse.js";

const operation = "GetExtendedAgentCard";

/**
 * Answers with the extended card to a plain GET, as clients of 0.2 ask for it, by the rules of the call that later versions have instead. What is
 * for one caller is nothing for a cache.
 *
 * @see A2A 0.2.5, section 7.10
 */
export async function answerExtendedCard(endpoint: Endpoint, exchange: Exchange, dialect: Dialect): Promise<Answer> {
  const { headers, private: forOne } = dialect.card.caching;
  const answer = await readExtendedCard(endpoint, exchange, dialect);
  return { ...answer, headers: { ...answer.headers, [headers.control.toLowerCase()]: forOne } };
}

async function readExtendedCard(endpoint: Endpoint, exchange: Exchange, dialect: Dialect): Promise<Answer> {
  try {
    const { result } = await performUnary(endpoint, exchange, { binding: "HTTP+JSON", dialect, operation, params: undefined });
    return jsonAnswer(200, JSON.stringify(result));
  } catch (error) {
    const known = A2AError.from(error);
    if (known !== error) endpoint.logger.error({ error, operation }, "a request failed");
    return refuseExtendedCard(endpoint, exchange, { dialect, error: known });
  }
}

/** There is no JSON-RPC around the answer, so that the status says what is wrong: that of the HTTP+JSON binding, or that nothing is here. */
function refuseExtendedCard(
  endpoint: Endpoint,
  exchange: Exchange,
  { dialect, error }: { readonly dialect: Dialect; readonly error: A2AError },
): Answer {
  if (error.code === "ExtendedCardNotSupportedError" || error.code === "ExtendedCardNotConfiguredError")
    return refuse(endpoint, exchange, "notFound", error.message);
  return { ...answerError(endpoint, exchange, error, { dialect }), status: answerOf(dialect, error).httpStatus };
}
