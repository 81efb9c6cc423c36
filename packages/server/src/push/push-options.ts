/** How webhooks are called; everything has a default. */
export interface PushOptions {
  /**
   * Calls a webhook; default: under `serve` and `toNodeHandler` one that looks at the address that it dials, else the global fetch. With your own, where
   * names lead is yours to check.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Addresses of a name, for the default under `serve` and `toNodeHandler`, which dials none but those; default: the system's resolver. */
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /**
   * Hosts that webhooks may be on beyond the public internet, at any port and without https, such as `127.0.0.1` in tests; default: none. A name lets
   * in whatever it leads to, an address also the names that lead to it.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether a webhook has to show, before it is kept, that it is meant to be one: it is asked with a GET that has a random `validationToken` in its query,
   * as 0.1's agents do it, and has to answer with that token as text. Default false.
   */
  readonly challenge?: boolean;
  /** How often a call is tried before it is given up; default 8. */
  readonly maxAttempts?: number;
  /** Wait before the second attempt; it doubles with each further one, and a random part of it is added. Default 1000. */
  readonly firstRetryMs?: number;
  /** Longest wait between two attempts; default 60 000. */
  readonly maxRetryMs?: number;
  /** How long one attempt may take; default 10 000. */
  readonly timeoutMs?: number;
  /** Webhooks that one task may have; default 16. */
  readonly maxPerTask?: number;
}

/** Push options with every default filled in; `lookup` is of use to the default `fetch` alone. */
export type CompletePushOptions = Required<Omit<PushOptions, "lookup">>;
