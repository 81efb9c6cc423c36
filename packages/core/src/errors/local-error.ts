import type { Problem } from "../validate/validator.js";

/** What can go wrong on this side of the wire. */
export type LocalErrorCode =
  /** No answer in time. */
  | "TIMEOUT"
  /** No connection, or one that broke. */
  | "NETWORK"
  /** The peer does not keep to the protocol. */
  | "BAD_RESPONSE"
  /** No valid credentials. */
  | "UNAUTHORIZED"
  /** What it was asked of is closed. */
  | "CLOSED"
  /** The peer's version of the protocol has no such operation. */
  | "UNSUPPORTED"
  /** The task ended in another way than the one that was waited for, or waits for its client. */
  | "NOT_COMPLETED"
  /** An address that the peer names is not to be called, by the caller's own policy. */
  | "REFUSED_URL"
  /** What a store has kept is not what was stored. */
  | "BAD_RECORD"
  /** What the peer signs cannot be trusted: no signature of it is one of a known key, or there is none. */
  | "BAD_SIGNATURE"
  /** A store cannot keep or find what it is asked to: no room, no right to write, no database. */
  | "STORAGE";

/** What a `LocalError` can carry besides its code and text. */
export interface LocalErrorOptions extends ErrorOptions {
  readonly problem?: Problem;
}

/**
 * A failure that is no answer of the protocol and never crosses the wire: no connection, no time left, no valid credentials, a peer that does not
 * keep to the protocol, or what this side does not do. Recognise it by `code`; `cause` has the original.
 */
export class LocalError extends Error {
  override readonly name = "LocalError";
  readonly code: LocalErrorCode;
  /** Of a value that breaks its schema: where, and what was expected. */
  readonly problem: Problem | undefined;

  constructor(code: LocalErrorCode, message: string, options: LocalErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.problem = options.problem;
  }
}
