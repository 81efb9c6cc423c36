import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import type { Endpoint } from "./endpoint.js";
import { refuse, versionHint } from "./refuse.js";
import type { Representation } from "./represent-card.js";

// Anybody may read a card, pages of other origins included.
const open = { "access-control-allow-origin": "*" };

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
  if (!shown) return refuse(endpoint, exchange, "notFound", "the agent speaks no version whose clients look for its card here", open);
  const { caching } = newest.card;
  const { headers: names, notModifiedStatus } = caching;
  const headers = {
    ...open,
    [names.control.toLowerCase()]: caching.public,
    [names.tag.toLowerCase()]: shown.tag,
    [names.modified.toLowerCase()]: shown.modified,
    ...(newest.headers.version && { [names.vary.toLowerCase()]: newest.headers.version }),
  };
  return isKnown(exchange, shown, names) ? { status: notModifiedStatus, headers, body: undefined } : jsonAnswer(200, shown.json, headers);
}

/**
 * Whether the reader has this representation already. A date is only looked at where there are no tags, because it knows less.
 *
 * @see RFC 9110, sections 13.1.2, 13.1.3 and 13.2.2
 */
function isKnown(exchange: Exchange, { tag, modified }: Representation, names: Dialect["card"]["caching"]["headers"]): boolean {
  const tags = exchange.header(names.unlessTag);
  // Weak comparison: what stands before the quotes does not matter.
  if (tags !== undefined) return tags.trim() === "*" || (tags.match(/"[^"]*"/g)?.includes(tag) ?? false);
  const since = exchange.header(names.unlessModified)?.trim();
  if (since === undefined) return false;
  // What is not written as HTTP writes a date is no condition. The two forms of before 1994 are not read either: that costs a card, no more.
  const time = new Date(since);
  return !Number.isNaN(time.getTime()) && time.toUTCString() === since && time >= new Date(modified);
}
