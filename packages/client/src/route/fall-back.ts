import { isA2AError, LocalError } from "@a2a/core/internal";
import { isCut } from "../http/retry.js";
import type { BoundedOptions, Transport } from "../transport/transport.js";
import type { Errand, Route } from "./route.js";

/** Makes the route to an interface when it is first taken. @throws LocalError `NETWORK` where the next interface is to be tried; the limit's reason */
export type MakeRoute = (limit: AbortSignal) => Promise<Route>;

/**
 * Takes the first of an agent's interfaces that can be reached: where nothing answers, the next one is tried. The one that has answered stays.
 *
 * @param mayResend whether a message that may have arrived over one is sent over another
 */
export function fallBack(makers: readonly [MakeRoute, ...MakeRoute[]], mayResend: boolean): Route {
  let at = 0;
  let hasAnswered = false;

  async function over<T>(errand: Errand, use: (transport: Transport) => Promise<T>, options: BoundedOptions): Promise<T> {
    let cut: unknown;
    for (;;) {
      const tried = at;
      const isLast = tried + 1 >= makers.length;
      const make = makers[tried] ?? makers[0];
      let isMade = false;
      try {
        const route = await make(options.signal);
        isMade = true;
        const done = await route.over(errand, use, options);
        hasAnswered = true;
        return done;
      } catch (error) {
        hasAnswered ||= isAnswer(error);
        // What may have arrived over another interface matters more than that there is no way over this one.
        if (isLast && !isMade && cut !== undefined) throw cut;
        // Where no route was made, nothing was sent.
        const mayRepeat = !isMade || errand.kind !== "message" || mayResend;
        if (hasAnswered || isLast || !isCut(error) || !mayRepeat) throw error;
        if (isMade) cut ??= error;
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
