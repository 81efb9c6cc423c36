import type { AgentCard } from "@a2a/core";
import type { ClientVersion, Decoded } from "@a2a/core/internal";
import { LocalError } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { withinIdle } from "../http/idle-limit.js";
import { mergeHeaders } from "../http/merge-headers.js";
import { discard } from "../http/read-chunks.js";
import { refusalOf } from "../http/refusal.js";
import type { RetryPolicy } from "../http/retry.js";
import { isCut, isPassing, retrying } from "../http/retry.js";
import { loadVersion } from "../load-part.js";
import type { OnDeviation } from "../transport/accepted.js";
import { accepted, badAnswer } from "../transport/accepted.js";
import type { CardCache, KeptCard } from "./card-cache.js";
import { keepable } from "./card-cache.js";

/** A card, and the version that it was read as. */
export interface FoundCard {
  readonly card: AgentCard;
  readonly version: ClientVersion;
  /** The card as it came. */
  readonly wire: unknown;
  /** Keeps the card for the next connection, once it has turned out to be good; absent where it was not fetched. */
  readonly keep?: (() => void) | undefined;
}

/** How a card is read. */
export interface ReadCardOptions {
  /** Versions that may be spoken. */
  readonly versions: readonly [ClientVersion, ...ClientVersion[]];
  /** Versions whose cards can be read, newest first: one of another version may name an interface of this one. */
  readonly readable: readonly ClientVersion[];
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
  const { wire, url, keep } = await retrying(options.retry, options.limit, isPassing, () => search(address, options));
  return { ...(await readCard(wire, url, options)), keep };
}

/**
 * Validates a card, as the newest version that it speaks of, and translates it.
 *
 * @throws LocalError `BAD_RESPONSE`, `NETWORK`
 */
export async function readCard(wire: unknown, from: string, { versions, readable, ...options }: ReadCardOptions): Promise<FoundCard> {
  const owns = (each: ClientVersion): boolean => typeof wire === "object" && wire !== null && each.isOwnCard(wire);
  const spoken = versions.find(owns) ?? versions[0];
  const decoded = await decodeCard(spoken, wire);
  // Of a version that may not be spoken, it may name an interface of one that may.
  const version = decoded.ok ? spoken : (readable.find(owns) ?? spoken);
  const read = version === spoken ? decoded : await decodeCard(version, wire);
  if (!read.ok) throw badAnswer(`the agent card of ${from} is not valid`, read.problem);
  return { card: accepted(read, "card", { ...options, dialect: version, url: from }), version, wire };
}

async function decodeCard(version: ClientVersion, wire: unknown): Promise<Decoded<AgentCard>> {
  const dialect = await loadVersion(version);
  return dialect.decodeCard(wire);
}

/** Looks at all places once. One that cannot be reached does not end the search: it may be that a page may not read what it answers. */
async function search(address: URL, options: FetchCardOptions): Promise<Fetched & { readonly url: string }> {
  const tried: string[] = [];
  const cuts: unknown[] = [];
  for (const [url, version] of candidates(address, options.versions)) {
    if (tried.includes(url)) continue;
    tried.push(url);
    const fetched = await fetchWire(url, options, version)
      // Many hosts let every page read their files, but only requests without headers of their own.
      .catch((error) => {
        if (!isCut(error) || !version.headers.version) throw error;
        return fetchWire(url, options, version, "unversioned");
      })
      .catch((error) => {
        if (!isCut(error)) throw error;
        cuts.push(error);
      });
    if (fetched) return { ...fetched, url };
  }
  throw cuts[0] ?? new LocalError("BAD_RESPONSE", `no agent card at ${tried.join(" or ")}`);
}

/** A card as it came, and what keeps it. */
interface Fetched {
  readonly wire: unknown;
  keep(): void;
}

/** The card at one address; undefined where there is none. */
async function fetchWire(
  url: string,
  options: FetchCardOptions,
  version: ClientVersion,
  how?: "unversioned",
): Promise<Fetched | undefined> {
  const { cache } = options;
  const { headers: names } = version.card.caching;
  const key = `${version.version} ${url}`;
  const kept = cache?.get(key);
  // Who is given a card may change it.
  if (kept && kept.freshUntil > Date.now()) return { wire: structuredClone(kept.body), keep: () => undefined };
  const headers = mergeHeaders({ accept: "application/json" }, options.headers);
  if (how !== "unversioned" && version.headers.version) headers.set(version.headers.version, version.version);
  if (kept?.tag !== undefined) headers.set(names.unlessTag, kept.tag);
  if (kept?.modified !== undefined) headers.set(names.unlessModified, kept.modified);
  return withinIdle({ ...options, url }, (limit) => request({ url, headers, kept, key }, { ...options, limit }, version));
}

/** A request for a card, and what is kept of it. */
interface CardRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly key: string;
  readonly kept: KeptCard | undefined;
}

async function request(
  { url, headers, key, kept }: CardRequest,
  options: FetchCardOptions,
  version: ClientVersion,
): Promise<Fetched | undefined> {
  const { headers: names, notModifiedStatus } = version.card.caching;
  const response = await exchange(url, { headers }, { ...options, notModifiedStatus });
  const isKept = kept !== undefined && response.status === notModifiedStatus;
  if (isKept || !response.ok) discard(response);
  if (!isKept && response.status === 404) return undefined;
  if (!isKept && !response.ok) {
    throw refusalOf(version, response, url) ?? new LocalError("BAD_RESPONSE", `${url} answered ${response.status}`);
  }
  const wire = isKept ? structuredClone(kept.body) : await readJson(response, url, options);
  // Who is given the card may change it before it turns out to be good.
  const keeping = options.cache && keepable(isKept ? kept.body : structuredClone(wire), response.headers, names, kept);
  return { wire, keep: () => options.cache?.set(key, keeping) };
}

function* candidates(address: URL, versions: readonly ClientVersion[]): Generator<[string, ClientVersion]> {
  for (const version of versions) {
    if (address.pathname.endsWith(".json")) yield [address.href, version];
    else
      for (const path of version.cardPaths) {
        yield [addressAt(address, address.pathname.replace(/\/$/, "") + path), version];
        yield [addressAt(address, path), version];
      }
  }
}

/** Another path of the same origin. Not resolved: a path may begin with two slashes, which a relative reference takes for a host. */
function addressAt(address: URL, path: string): string {
  const url = new URL(address.origin);
  url.pathname = path;
  return url.href;
}
