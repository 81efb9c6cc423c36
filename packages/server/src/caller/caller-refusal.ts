import type { A2AErrorOptions } from "@a2a/core";
import { A2AError } from "@a2a/core";

/** What a challenge says of a Bearer token besides how to get in: RFC 6750, section 3. */
export interface BearerFault {
  readonly error: "invalid_token" | "insufficient_scope";
  /** The scopes that the token has to have, where they are what it lacks. */
  readonly scopes?: readonly string[];
}

/** Refuses a caller, and tells what is wrong with the Bearer token that it has presented. */
export class CallerRefusal extends A2AError {
  readonly fault: BearerFault;

  constructor(code: "UnauthenticatedError" | "ForbiddenError", message: string, fault: BearerFault, options: A2AErrorOptions = {}) {
    super(code, message, options);
    this.fault = fault;
  }
}
