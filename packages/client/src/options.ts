import type { CardReport, Version } from "@a2a/core";
import type { Credentials } from "./auth/credential.js";
import type { AllowUrl } from "./discover/allow-url.js";
import { allowWeb } from "./discover/allow-url.js";
import type { CardCache } from "./discover/card-cache.js";
import type { VerifyCard } from "./discover/verify-card.js";
import { defaultTimeoutMs } from "./http/call-limit.js";
import type { Fetch } from "./http/fetch-exchange.js";
import type { RetryPolicy } from "./http/retry.js";
import type { OnDeviation } from "./transport/accepted.js";
import type { Interceptor } from "./transport/intercept.js";
import type { TransportFactory } from "./transport/transport-factory.js";

/** How to connect; everything has a default. */
export interface ConnectOptions {
  /** Makes the requests; default: the platform's `fetch`. `agent.fetch` of an agent in this process needs no network. */
  readonly fetch?: Fetch;
  /** Headers of every request to the agent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Versions that may be spoken; default: all of the entry. The agent is never talked to in another one. 1.1, a preview, is `@a2a/client/v1.1`'s alone. */
  readonly versions?: readonly Version[];
  /** Bindings that may be spoken, as cards name them: `JSONRPC`, `HTTP+JSON`, and those of `transports`; default: all. */
  readonly bindings?: readonly string[];
  /** Speak further bindings, or a binding of this client in another way. */
  readonly transports?: readonly TransportFactory[];
  /** Which of the agent's interfaces is taken: the first of its card that this client speaks, or the newest version. Default `agent`. */
  readonly prefer?: "agent" | "newest";
  /** How often, and how patiently, requests are made again that failed. */
  readonly retry?: Partial<RetryPolicy>;
  /** A stream that says nothing for so long, not even a heartbeat, counts as cut. Default 60 000. */
  readonly idleTimeoutMs?: number;
  /** Longest response, of a stream longest event, that is read; default 32 MiB. */
  readonly maxResponseBytes?: number;
  /** Refuses what breaks the schema though it is known what is meant by it; default false: it is read, and `onDeviation` is told. */
  readonly strict?: boolean;
  /** Told of what breaks the schema and was read all the same. */
  readonly onDeviation?: OnDeviation;
  /** Looks over the agent's card, for `client.findings`: `lintCard` of `@a2a/core`. With `strict` its errors are refused. */
  readonly checkCard?: (card: unknown) => CardReport;
  /**
   * Verifies the signatures of the agent's cards, the extended one included: `trustCards` of `@a2a/client/signing`. Of a card nothing is relied on but what
   * is signed. Default: cards are taken as they are.
   */
  readonly verifyCard?: VerifyCard;
  /** What proves who is calling, by the names of the card's security schemes. It goes with every call to the agent, and is renewed once where refused. */
  readonly credentials?: Credentials;
  /** Keeps cards between connections; default: each connection fetches its card. */
  readonly cardCache?: CardCache;
  /** Decides on addresses that the agent names: of its interfaces, of token endpoints, of files, of the keys that it signs with. Default: all of http and https. */
  readonly allowUrl?: AllowUrl;
  /** Look at calls and events on their way. */
  readonly interceptors?: readonly Interceptor[];
  /** Gives connecting up after so long: the card, its keys, and what is loaded for it. Default 30 000. */
  readonly timeoutMs?: number;
  /** Gives connecting up. */
  readonly signal?: AbortSignal;
}

/** The options with their defaults. */
export interface Settings {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly prefer: "agent" | "newest";
  readonly retry: RetryPolicy;
  readonly idleTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly isStrict: boolean;
  readonly onDeviation: OnDeviation | undefined;
  readonly allowUrl: AllowUrl;
  readonly interceptors: readonly Interceptor[];
  readonly timeoutMs: number;
  /** What of a card may be relied on. */
  readonly verifyCard: ((card: unknown, signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** @throws TypeError for an option that cannot be meant */
export function complete(options: ConnectOptions): Settings {
  const { verifyCard, fetch = (request) => globalThis.fetch(request), allowUrl = allowWeb } = options;
  const { attempts = 4, firstDelayMs = 250, maxDelayMs = 30_000, resend = true } = options.retry ?? {};
  const settings: Settings = {
    fetch,
    headers: options.headers ?? {},
    prefer: options.prefer ?? "agent",
    retry: { attempts, firstDelayMs, maxDelayMs, resend },
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    maxResponseBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    isStrict: options.strict ?? false,
    onDeviation: options.onDeviation,
    allowUrl,
    interceptors: options.interceptors ?? [],
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    verifyCard: verifyCard && ((card, signal) => verifyCard(card, { fetch, allowUrl, signal })),
  };
  const { prefer, maxResponseBytes, idleTimeoutMs } = settings;
  if (prefer !== "agent" && prefer !== "newest") throw new TypeError(`prefer must be agent or newest: ${prefer}`);
  const above = { maxResponseBytes, idleTimeoutMs, attempts };
  for (const [name, value] of Object.entries(above)) {
    if (!(value > 0)) throw new TypeError(`${name} must be a number above 0: ${value}`);
  }
  for (const [name, value] of Object.entries({ firstDelayMs, maxDelayMs })) {
    if (!(value >= 0)) throw new TypeError(`${name} must not be negative: ${value}`);
  }
  return settings;
}
