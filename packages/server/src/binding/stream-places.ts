import { A2AError } from "@a2a/core";
import type { Caller } from "../caller/caller.js";
import type { Departure } from "../lazy-abort.js";
import type { CompleteLimits } from "../limit-options.js";

/** The places for streams of one endpoint. */
export interface StreamPlaces {
  /**
   * Takes a place until the client goes away, or what is returned is called.
   *
   * @throws A2AError `ResourceUnavailableError` where there is none; `RateLimitedError` where the user has too many
   */
  take(caller: Caller, client: Departure): () => void;
}

export function createStreamPlaces({
  maxStreams,
  maxStreamsPerUser,
}: Pick<CompleteLimits, "maxStreams" | "maxStreamsPerUser">): StreamPlaces {
  const taken = new Set<object>();
  const byUser = new Map<string, number>();

  function count(user: string | undefined, change: 1 | -1): void {
    if (user === undefined) return;
    const left = (byUser.get(user) ?? 0) + change;
    if (left > 0) byUser.set(user, left);
    else byUser.delete(user);
  }

  return {
    take({ user }, client) {
      if (taken.size >= maxStreams) throw new A2AError("ResourceUnavailableError", `the agent has ${maxStreams} streams open already`);
      if (user !== undefined && (byUser.get(user) ?? 0) >= maxStreamsPerUser) {
        throw new A2AError("RateLimitedError", `a user has at most ${maxStreamsPerUser} streams open`);
      }
      const place = {};
      const leave = (): void => {
        if (taken.delete(place)) count(user, -1);
      };
      if (client.isAborted) return leave;
      taken.add(place);
      count(user, 1);
      // Not every server tells a body that its reader is gone.
      client.onAbort(leave);
      return leave;
    },
  };
}
