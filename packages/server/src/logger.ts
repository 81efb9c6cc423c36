/** Where the server reports what no client is told; the shape of pino. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

function ignore(): void {
  // A library is silent unless it is given a logger.
}

/** The logger that says nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
