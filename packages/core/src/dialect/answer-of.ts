import type { A2AError } from "../errors/a2a-error.js";
import type { ErrorAnswer } from "../generated/tables.js";
import type { Dialect } from "./dialect.js";

/** How a version answers with an error: by its own name for it where it has one, else by the one that all versions have. */
export function answerOf({ errors, refinedErrors }: Pick<Dialect, "errors" | "refinedErrors">, { code, refined }: A2AError): ErrorAnswer {
  return (refined && refinedErrors?.[refined]) ?? errors[code];
}
