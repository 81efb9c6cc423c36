import { toBase64 } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";

/** A JSON text as it is sent to readers that may keep it. */
export interface Representation {
  readonly json: string;
  /** Strong entity tag: RFC 9110, section 8.8.3. */
  readonly tag: string;
  /** When it was made, as HTTP says it. */
  readonly modified: string;
}

/** A text with what caches know it by. */
export async function representJson(json: string, at: Date): Promise<Representation> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(json));
  return { json, tag: `"${toBase64(new Uint8Array(digest))}"`, modified: at.toUTCString() };
}

/**
 * Answers with what anybody may read, pages of other origins included, and may keep for a while. Readers that have it already are told so.
 *
 * @see A2A 1.0, section 8.6.1
 */
export function answerRepresentation(
  { card: { caching }, headers: { version } }: Dialect,
  exchange: Exchange,
  shown: Representation,
): Answer {
  const { headers: names, notModifiedStatus } = caching;
  const headers = {
    ...openToAll,
    "access-control-expose-headers": names.tag.toLowerCase(),
    [names.control.toLowerCase()]: caching.public,
    [names.tag.toLowerCase()]: shown.tag,
    [names.modified.toLowerCase()]: shown.modified,
    ...(version && { [names.vary.toLowerCase()]: version }),
  };
  return isKnown(exchange, shown, names) ? { status: notModifiedStatus, headers, body: undefined } : jsonAnswer(200, shown.json, headers);
}

/** Lets pages of any origin read an answer that is the same for everybody. */
export const openToAll: Readonly<Record<string, string>> = { "access-control-allow-origin": "*" };

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
