import type { AgentCard } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { ClientDialect } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { withinIdle } from "../http/idle-limit.js";
import { mergeHeaders } from "../http/merge-headers.js";
import { discard } from "../http/read-chunks.js";
import { refusalOf } from "../http/refusal.js";
import type { RetryPolicy } from "../http/retry.js";
import { isCut, isPassing, retrying } from "../http/retry.js";
import type { OnDeviation } from "../transport/read-answer.js";
import { accepted, badAnswer } from "../transport/read-answer.js";
import type { CardCache, KeptCard } from "./card-cache.js";
import { keepable } from "./card-cache.js";

/** A card, and the version that it was read as. */
export interface FoundCard {
  readonly card: AgentCard;
  readonly dialect: ClientDialect;
  /** The card as it came. */
  readonly wire: unknown;
}

/** How a card is read. */
export interface ReadCardOptions {
  /** Versions that may be spoken. */
  readonly dialects: readonly [ClientDialect, ...ClientDialect[]];
  /** Versions whose cards can be read, newest first: one of another version may name an interface of this one. */
  readonly readable: readonly ClientDialect[];
  readonly isStrict: boolean;
  readonly onDeviation?: OnDeviation | undefined;
}

/** How a card is fetched. */
export interface FetchCardOptions extends ExchangeOptions, ReadCardOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly retry: RetryPolicy;
  readonly idleTimeoutMs: number;
  readonly cache?: CardCache | undefined;
}

/**
 * Finds an agent's card: at the address itself where that names a JSON document, else at the well-known path below it and below its origin.
 *
 * @throws LocalError `BAD_RESPONSE` where there is no card or it is not valid, `NETWORK`, `TIMEOUT`; A2AError where it is refused
 * @see A2A 1.0, section 8.2
 */
export async function fetchCard(address: URL, options: FetchCardOptions): Promise<FoundCard> {
  return retrying(options.retry, options.limit, isPassing, () => search(address, options));
}

/**
 * Validates a card, as the newest version that it speaks of, and translates it.
 *
 * @throws LocalError `BAD_RESPONSE`
 */
export function readCard(wire: unknown, from: string, { dialects, readable, ...options }: ReadCardOptions): FoundCard {
  const owns = (each: ClientDialect): boolean => typeof wire === "object" && wire !== null && each.isOwnCard(wire);
  const spoken = dialects.find(owns) ?? dialects[0];
  const decoded = spoken.decodeCard(wire);
  // Of a version that may not be spoken, it may name an interface of one that may.
  const dialect = decoded.ok ? spoken : (readable.find(owns) ?? spoken);
  const read = dialect === spoken ? decoded : dialect.decodeCard(wire);
  if (!read.ok) throw badAnswer(`the agent card of ${from} is not valid`, read.problem);
  return { card: accepted(read, "card", { ...options, dialect, url: from }), dialect, wire };
}

/** Looks at all places once. One that cannot be reached does not end the search: it may be that a page may not read what it answers. */
async function search(address: URL, options: FetchCardOptions): Promise<FoundCard> {
  const tried: string[] = [];
  const cuts: unknown[] = [];
  for (const [url, dialect] of candidates(address, options.dialects)) {
    if (tried.includes(url)) continue;
    tried.push(url);
    const wire = await fetchWire(url, options, dialect)
      // Many hosts let every page read their files, but only requests without headers of their own.
      .catch((error) => {
        if (!isCut(error) || !dialect.headers.version) throw error;
        return fetchWire(url, options, dialect, "unversioned");
      })
      .catch((error) => {
        if (!isCut(error)) throw error;
        cuts.push(error);
      });
    if (wire !== undefined) return readCard(wire, url, options);
  }
  throw cuts[0] ?? new LocalError("BAD_RESPONSE", `no agent card at ${tried.join(" or ")}`);
}

/** The card at one address; undefined where there is none. */
async function fetchWire(url: string, options: FetchCardOptions, dialect: ClientDialect, how?: "unversioned"): Promise<unknown> {
  const { cache } = options;
  const { headers: names } = dialect.card.caching;
  const key = `${dialect.version} ${url}`;
  const kept = cache?.get(key);
  // Who is given a card may change it.
  if (kept && kept.freshUntil > Date.now()) return structuredClone(kept.body);
  const headers = mergeHeaders({ accept: "application/json" }, options.headers);
  if (how !== "unversioned" && dialect.headers.version) headers.set(dialect.headers.version, dialect.version);
  if (kept?.tag !== undefined) headers.set(names.unlessTag, kept.tag);
  if (kept?.modified !== undefined) headers.set(names.unlessModified, kept.modified);
  return withinIdle({ ...options, url }, (limit) => request({ url, headers, kept, key }, { ...options, limit }, dialect));
}

/** A request for a card, and what is kept of it. */
interface CardRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly key: string;
  readonly kept: KeptCard | undefined;
}

async function request({ url, headers, key, kept }: CardRequest, options: FetchCardOptions, dialect: ClientDialect): Promise<unknown> {
  const { headers: names, notModifiedStatus } = dialect.card.caching;
  const response = await exchange(url, { headers }, { ...options, notModifiedStatus });
  const isKept = kept !== undefined && response.status === notModifiedStatus;
  if (isKept || !response.ok) discard(response);
  if (!isKept && response.status === 404) return undefined;
  if (!isKept && !response.ok) {
    throw refusalOf(dialect, response, url) ?? new LocalError("BAD_RESPONSE", `${url} answered ${response.status}`);
  }
  const body = isKept ? structuredClone(kept.body) : await readJson(response, url, options);
  options.cache?.set(key, keepable(isKept ? kept.body : structuredClone(body), response.headers, names, kept));
  return body;
}

function* candidates(address: URL, dialects: readonly ClientDialect[]): Generator<[string, ClientDialect]> {
  for (const dialect of dialects) {
    if (address.pathname.endsWith(".json")) yield [address.href, dialect];
    else
      for (const path of dialect.cardPaths) {
        yield [addressAt(address, address.pathname.replace(/\/$/, "") + path), dialect];
        yield [addressAt(address, path), dialect];
      }
  }
}

/** Another path of the same origin. Not resolved: a path may begin with two slashes, which a relative reference takes for a host. */
function addressAt(address: URL, path: string): string {
  const url = new URL(address.origin);
  url.pathname = path;
  return url.href;
}
