import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";
import { refuse, versionHint } from "./refuse.js";
import { answerRepresentation, openToAll } from "./representation.js";

/**
 * Answers with the agent's card: as the version says it that the request names, else, or where the agent has no interface of that version, one
 * card that the clients of every version read which look at this path. Readers that have it already are told so.
 *
 * @param dialects the versions whose clients look at this path, newest first
 * @see A2A 1.0, sections 8.2 and 8.6.1
 */
export async function answerCard(endpoint: Endpoint, exchange: Exchange, dialects: readonly Dialect[]): Promise<Answer> {
  const [newest] = endpoint.dialects;
  const { card } = endpoint.contextAt(exchange.origin);
  const hinted = dialectFor(dialects, versionHint(newest, exchange) ?? "");
  const shown = (hinted && (await endpoint.representCard(card, [hinted]))) ?? (await endpoint.representCard(card, dialects));
  if (!shown) return refuse(endpoint, exchange, "notFound", "the agent speaks no version whose clients look for its card here", openToAll);
  return answerRepresentation(newest, exchange, shown);
}
