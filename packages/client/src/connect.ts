import type { AgentCard, Version } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialects as all } from "@a2a/core/internal";
import type { Client } from "./client.js";
import { createClient, defaultTimeoutMs } from "./client.js";
import { fetchCard, readCard } from "./discover/fetch-card.js";
import { negotiate } from "./discover/negotiate.js";
import { createCallLimit } from "./http/call-limit.js";
import type { Fetch } from "./http/fetch-exchange.js";
import { createProbingClient } from "./probe.js";
import type { OnLoss } from "./transport/jsonrpc.js";
import { createJsonRpcTransport } from "./transport/jsonrpc.js";

/** How to connect; everything has a default. */
export interface ConnectOptions {
  /** Makes the requests; default: the platform's `fetch`. `agent.fetch` of an agent in this process needs no network. */
  readonly fetch?: Fetch;
  /** Headers of every request, for instance `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest response, of a stream longest event, that is read; default 32 MiB. */
  readonly maxResponseBytes?: number;
  /** Gives the card up after so long; default 30 000. */
  readonly timeoutMs?: number;
  /** Gives the card up. */
  readonly signal?: AbortSignal;
  /** Versions to speak; default: all. Among an agent's interfaces its own order decides. */
  readonly versions?: readonly Version[];
  /** Told of what the agent does not get to know, because its version cannot say it. */
  readonly onLoss?: OnLoss;
}

/**
 * Connects to an agent: finds its card and chooses the interface to talk to.
 *
 * @param target the agent's address, the address of its card, or the card itself
 * @throws LocalError `BAD_RESPONSE` where there is no valid card or no interface that this client speaks, `NETWORK`, `TIMEOUT`; TypeError for an
 * address that is no http or https URL, for credentials in it, and for an option that cannot be meant
 * @see A2A 1.0, section 8
 */
export async function connect(target: string | URL | AgentCard, options: ConnectOptions = {}): Promise<Client> {
  const {
    fetch = (request) => globalThis.fetch(request),
    headers = {},
    maxResponseBytes = 32 * 1024 * 1024,
    timeoutMs = defaultTimeoutMs,
    signal,
    onLoss,
  } = options;
  if (!(maxResponseBytes > 0)) throw new TypeError(`maxResponseBytes must be a number above 0: ${maxResponseBytes}`);
  const common = { fetch, headers, maxResponseBytes };
  const dialects = spoken(options.versions);
  const { card, dialect: readAs } = isAddress(target)
    ? await fetchCard(urlOf(target), { ...common, dialects, limit: createCallLimit({ signal, timeoutMs, url: String(target) }) })
    : readCard(target, "this program", dialects);
  const { chosen, dialect } = negotiate(card, dialects);
  if (!URL.canParse(chosen.url) || !isHttp(new URL(chosen.url))) {
    throw new LocalError("BAD_RESPONSE", `the agent card names an address that is no http or https URL: ${chosen.url}`);
  }
  const clientIn = (spoken: Dialect): Client =>
    createClient(card, createJsonRpcTransport({ ...common, onLoss, url: chosen.url, dialect: spoken }), chosen.tenant || undefined);
  // A card that any version could have is read as the oldest, and may be of the one before it.
  const newer = readAs === dialect && readAs.isOwnCard({}) ? all[all.indexOf(dialect) - 1] : undefined;
  return newer && dialects.includes(newer) ? createProbingClient(card, clientIn(newer), clientIn(dialect)) : clientIn(dialect);
}

function spoken(versions: readonly Version[] | undefined): readonly [Dialect, ...Dialect[]] {
  const [first, ...others] = versions ? all.filter(({ version }) => versions.includes(version)) : all;
  if (!first) throw new TypeError(`no version to speak: ${versions?.join(", ")}`);
  return [first, ...others];
}

function isAddress(target: string | URL | AgentCard): target is string | URL {
  return typeof target === "string" || target instanceof URL;
}

function urlOf(address: string | URL): URL {
  const url = new URL(address);
  if (!isHttp(url)) throw new TypeError(`not an http or https URL without credentials: ${url.origin}${url.pathname}`);
  return url;
}

/** Whether a request can go there: the Fetch standard refuses credentials in an address. */
function isHttp({ protocol, username, password }: URL): boolean {
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}
