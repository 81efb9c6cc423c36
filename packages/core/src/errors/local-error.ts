/** What can go wrong on this side of the wire. */
export type LocalErrorCode = "TIMEOUT" | "NETWORK" | "BAD_RESPONSE" | "CLOSED" | "UNAUTHORIZED";

/**
 * A failure that is no answer of the protocol and never crosses the wire: no connection, no time left, no valid credentials, or a peer that does
 * not keep to the protocol. Recognise it by `code`; `cause` has the original.
 */
export class LocalError extends Error {
  override readonly name = "LocalError";
  readonly code: LocalErrorCode;

  constructor(code: LocalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
