import type { ErrorName, Violation } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { errorTable } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { WebhookAnswer } from "./call.js";

// A webhook has no errors of its own in any version: these are the newest one's, as its HTTP binding says them.
const [newest] = dialects;

/** What an answer to a refused call can have besides its error. */
export interface RefusedOptions extends ErrorOptions {
  readonly violations?: readonly Violation[];
  /** Default: the error's own. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call that is not taken, for a reason that its sender is told. Whatever else is thrown is nobody's business but the log's. */
export class Refused extends A2AError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorName, detail: string, { status = newest.errors[code].httpStatus, headers = {}, ...options }: RefusedOptions = {}) {
    super(code, detail, options);
    this.status = status;
    this.headers = headers;
  }

  /** A call that is refused for a reason of HTTP's own. */
  static byHttp(name: keyof Dialect["refusals"], detail: string, headers: Readonly<Record<string, string>> = {}): Refused {
    const { httpStatus: status, error } = newest.refusals[name];
    return new Refused(error, detail, { status, headers });
  }

  /**
   * The answer to the call.
   *
   * @param challenge how its sender may authenticate
   * @see A2A 1.0, section 11.6
   */
  toAnswer(challenge: string): WebhookAnswer {
    const { challengeHeader, grpcStatus } = errorTable[this.code];
    const { message, data: details } = newest.encodeError(this);
    return {
      status: this.status,
      headers: {
        "content-type": "application/json",
        ...(challengeHeader && { [challengeHeader.toLowerCase()]: challenge }),
        ...this.headers,
      },
      body: JSON.stringify({ error: { code: this.status, status: grpcStatus, message, details } }),
    };
  }
}
