import type { ErrorName, RefinedErrorName } from "../generated/tables.js";

/** One place in a request that is not as it should be. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the params, the request message of the other bindings. */
  readonly pointer: string;
  /** What was expected there. */
  readonly expected: string;
}

/** What an `A2AError` can carry besides its code and text. */
export interface A2AErrorOptions extends ErrorOptions {
  readonly violations?: readonly Violation[];
  /** Facts for programs, such as `supportedVersions`. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The error's own name in versions that have one for it. */
  readonly refined?: RefinedErrorName | undefined;
}

/**
 * An answer of the protocol that is not a result. `code` is the error's name, the same in every version; numbers and statuses are the business
 * of each version's table. The message says what was wrong and what was expected, and travels as detail beside the table's standard text.
 *
 * @see schema/<version>/errors.json
 */
export class A2AError extends Error {
  override readonly name = "A2AError";
  readonly code: ErrorName;
  readonly violations: readonly Violation[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The error's own name where the version that is spoken has one that not all have; `code` is what it is in the others. */
  readonly refined: RefinedErrorName | undefined;

  constructor(code: ErrorName, message: string, options: A2AErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.violations = options.violations ?? [];
    this.metadata = options.metadata ?? {};
    this.refined = options.refined;
  }

  /** What may cross the wire of any error: an `A2AError` as it is, everything else as `InternalError` without its text. */
  static from(error: unknown): A2AError {
    return isA2AError(error)
      ? error
      : new A2AError("InternalError", "the agent failed in a way that it does not describe", { cause: error });
  }
}

/** Whether a value is an `A2AError`, also one of another copy of this package. */
export function isA2AError(error: unknown): error is A2AError {
  if (error instanceof A2AError) return true;
  if (!(error instanceof Error) || error.name !== "A2AError") return false;
  const { code, violations, metadata }: Partial<Record<keyof A2AError, unknown>> = error;
  return typeof code === "string" && Array.isArray(violations) && typeof metadata === "object" && metadata !== null;
}
