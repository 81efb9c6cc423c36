import type { AgentCard } from "@a2a/core";
import { dialectFor } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";
import { versionHint } from "./refuse.js";

/**
 * Answers with the agent's card, if there is one at this path: as the version says it that the request names, else one card that the clients of
 * every version read which look here.
 *
 * @see A2A 1.0, section 8.2
 */
export function answerCard(endpoint: Endpoint, exchange: Exchange): Answer | undefined {
  const { dialects, basePath } = endpoint;
  const served = dialects.filter(({ cardPaths }) => cardPaths.some((path) => exchange.path === basePath + path));
  if (served.length === 0) return undefined;
  const hint = versionHint(dialects[0], exchange);
  const hinted = hint === undefined ? undefined : dialectFor(served, hint);
  const card = representation(endpoint.contextAt(exchange.origin).card, hinted ? [hinted] : served);
  const headers = { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" };
  return jsonAnswer(200, JSON.stringify(card), { ...headers, ...(dialects[0].headers.version && { vary: dialects[0].headers.version }) });
}

function representation(card: AgentCard, served: Endpoint["dialects"][number][]): unknown {
  // The newest version's own words last: where two versions name a member alike, they mean the same.
  return served.toReversed().reduce<unknown>((merged, dialect) => mergeCards(merged, dialect.encodeCard(card)), {});
}

/** Puts one card's members beside another's, down to the members of their skills and security schemes. */
function mergeCards(one: unknown, other: unknown): unknown {
  if (other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) return one.map((item, at) => mergeCards(item, other[at]));
  if (!isObject(one) || !isObject(other)) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, mergeCards(one[name], other[name])]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
