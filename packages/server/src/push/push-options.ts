/** How webhooks are called; everything has a default. */
export interface PushOptions {
  /** Calls a webhook; default: the global fetch. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Hosts that webhooks may be on beyond the public internet and without https, such as `127.0.0.1` in tests; default: none. */
  readonly allowedHosts?: readonly string[];
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
