/** Where the server reports what no client is told; the shape of pino. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Whether reports of a level are kept. Without it all are, those too that take time to work out. */
  isLevelEnabled?(level: "debug"): boolean;
}

function ignore(): void {
  // A library is silent unless it is given a logger.
}

/** The logger that says nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore, isLevelEnabled: () => false };

/** A logger whose failures change nothing: what is done for a caller does not depend on whether somebody could be told of it. */
export function guarded(logger: Logger): Logger {
  const level = (name: "debug" | "info" | "warn" | "error"): Logger["error"] => {
    return (facts, message) => void attempt(() => logger[name](facts, message));
  };
  return {
    debug: level("debug"),
    info: level("info"),
    warn: level("warn"),
    error: level("error"),
    ...(logger.isLevelEnabled && { isLevelEnabled: (name) => attempt(() => logger.isLevelEnabled?.(name)) ?? false }),
  };
}

function attempt<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
