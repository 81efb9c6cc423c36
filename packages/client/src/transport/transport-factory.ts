import type { Version } from "@a2a/core";
import type { ClientDialect } from "@a2a/core/internal";
import type { Authorize, Fetch } from "../http/fetch-exchange.js";
import type { RetryPolicy } from "../http/retry.js";
import type { ReadingOptions } from "./accepted.js";
import type { Transport } from "./transport.js";

/** Speaks one binding of the protocol: packages of further bindings make these, and `connect` takes them as `transports`. */
export interface TransportFactory {
  /** The binding as cards name it: A2A 1.0, section 4.4.6. */
  readonly binding: string;
  /** Versions of the protocol that are spoken in it. */
  readonly versions: readonly Version[];
  /** An interface's address as an http or https URL, where cards of this binding write another: `allowUrl` is asked about it. */
  urlOf?(address: string): string;
  /** Makes what speaks to one interface, when it is first used. @throws LocalError `NETWORK` where the next interface is to be tried */
  create(settings: TransportSettings): Transport | Promise<Transport>;
}

/** One interface of an agent, and how it is spoken to. */
export interface TransportSettings extends ReadingOptions {
  readonly dialect: ClientDialect;
  /** Copied into every request: the interface is one tenant's. */
  readonly tenant?: string | undefined;
  /** Makes requests of HTTP. */
  readonly fetch: Fetch;
  /** Adds credentials, where the caller has any. */
  readonly authorize?: Authorize | undefined;
  /** What of a card may be relied on, where its signatures are verified. @throws LocalError `BAD_SIGNATURE` */
  readonly verifyCard?: ((card: unknown, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Headers of every request; those of a call count more. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retry: RetryPolicy;
  /** What says nothing for so long counts as cut. */
  readonly idleTimeoutMs: number;
  /** Longest answer that is read, of a stream longest event. */
  readonly maxResponseBytes: number;
}
