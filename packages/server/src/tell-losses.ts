import type { Dialect, Loss } from "@a2a/core/internal";
import type { Logger } from "./logger.js";

/** Reports at debug what somebody does not get to know because of the version that is spoken. It is worked out only where someone listens. */
export function tellLosses(logger: Logger, { version, losses }: Dialect, what: string, find: () => readonly Loss[]): void {
  if (losses.length === 0 || logger.isLevelEnabled?.("debug") === false) return;
  const found = find();
  if (found.length > 0) logger.debug({ version, what, losses: found }, "this version cannot say all of it");
}
