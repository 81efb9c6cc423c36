import type { A2AError } from "../errors/a2a-error.js";
import type { ErrorAnswer, RefinedErrorAnswer } from "../generated/tables.js";
import type { Dialect } from "./dialect.js";

/** How a version answers with an error: by its own name for it where it has one, else by the one that all versions have. */
export function answerOf(dialect: Pick<Dialect, "errors" | "refinedErrors">, error: A2AError): ErrorAnswer {
  return refinedAnswerOf(dialect, error) ?? dialect.errors[error.code];
}

/** How a version answers with an error that it has a name of its own for. */
export function refinedAnswerOf({ refinedErrors }: Pick<Dialect, "refinedErrors">, { refined }: A2AError): RefinedErrorAnswer | undefined {
  return refined && refinedErrors?.[refined];
}
