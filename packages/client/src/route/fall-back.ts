import { isA2AError, LocalError } from "@a2a/core/internal";
import { isCut } from "../http/retry.js";
import type { CallOptions, Transport } from "../transport/transport.js";
import type { Errand, Route } from "./route.js";

/**
 * Takes the first of an agent's interfaces that can be reached: where nothing answers, the next one is tried. The one that has answered stays.
 *
 * @param mayResend whether a message that may have arrived over one is sent over another
 */
export function fallBack(routes: readonly [Route, ...Route[]], mayResend: boolean): Route {
  let at = 0;
  let hasAnswered = false;

  async function over<T>(errand: Errand, use: (transport: Transport) => Promise<T>, options: CallOptions): Promise<T> {
    for (;;) {
      const tried = at;
      const route = routes[tried] ?? routes[0];
      try {
        const done = await route.over(errand, use, options);
        hasAnswered = true;
        return done;
      } catch (error) {
        hasAnswered ||= isAnswer(error);
        const isLast = tried + 1 >= routes.length;
        if (hasAnswered || isLast || !isCut(error) || (errand.kind === "message" && !mayResend)) throw error;
        // Calls beside this one may have gone on already.
        if (at === tried) at = tried + 1;
      }
    }
  }
  return { over };
}

/** Whether an error came from the other side. */
function isAnswer(error: unknown): boolean {
  return isA2AError(error) || (error instanceof LocalError && error.code === "BAD_RESPONSE");
}
