import type { AgentCard } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { mergeHeaders } from "../http/merge-headers.js";
import { discard } from "../http/read-chunks.js";

/** A card, and the version that it was read as. */
export interface FoundCard {
  readonly card: AgentCard;
  readonly dialect: Dialect;
}

/** How a card is fetched. */
export interface FetchCardOptions extends ExchangeOptions {
  readonly dialects: readonly [Dialect, ...Dialect[]];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds an agent's card: at the address itself where that names a JSON document, else at the well-known path below it and below its origin.
 *
 * @throws LocalError `BAD_RESPONSE` where there is no card or it is not valid, `NETWORK`, `TIMEOUT`
 * @see A2A 1.0, section 8.2
 */
export async function fetchCard(address: URL, options: FetchCardOptions): Promise<FoundCard> {
  const tried: string[] = [];
  for (const [url, dialect] of candidates(address, options.dialects)) {
    if (tried.includes(url)) continue;
    tried.push(url);
    const headers = mergeHeaders({ accept: "application/json" }, options.headers);
    if (dialect.headers.version) headers.set(dialect.headers.version, dialect.version);
    const response = await exchange(url, { headers }, options);
    if (response.ok) return readCard(await readJson(response, url, options), url, options.dialects);
    discard(response);
    if (response.status !== 404) throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status}`);
  }
  throw new LocalError("BAD_RESPONSE", `no agent card at ${tried.join(" or ")}`);
}

/**
 * Validates a card, as the newest version that it speaks of, and translates it.
 *
 * @throws LocalError `BAD_RESPONSE`
 */
export function readCard(card: unknown, from: string, dialects: readonly [Dialect, ...Dialect[]]): FoundCard {
  const found = typeof card === "object" && card !== null ? dialects.find((each) => each.isOwnCard(card)) : undefined;
  const dialect = found ?? dialects[0];
  const decoded = dialect.decodeCard(card);
  if (decoded.ok) return { card: decoded.value, dialect };
  const { pointer, expected, clause } = decoded.problem;
  throw new LocalError("BAD_RESPONSE", `the agent card of ${from} is not valid: ${pointer || "it"} must be ${expected} (${clause})`);
}

function* candidates(address: URL, dialects: readonly Dialect[]): Generator<[string, Dialect]> {
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
