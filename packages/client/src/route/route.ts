import { onceMade } from "../http/once-made.js";
import type { CallOptions, Transport } from "../transport/transport.js";

/** What is to be done over an interface. */
export type Errand =
  /** A message is sent. */
  | { readonly kind: "message" }
  /** A task that exists is asked for, or something is done to it. */
  | { readonly kind: "task"; readonly id: string; readonly isRead?: true }
  /** The agent itself is asked. */
  | { readonly kind: "agent" };

/** Finds the interface for an errand. */
export interface Route {
  /**
   * Does it, over the interface that turns out to be the right one. `use` may be called again for another.
   *
   * @param options what is set for calls that finding it takes
   */
  over<T>(errand: Errand, use: (transport: Transport) => Promise<T>, options: CallOptions): Promise<T>;
}

/** The only interface there is. */
export function straight(transport: Transport): Route {
  return { over: (_, use) => use(transport) };
}

/** A route that is made when it is first taken; what fails is made anew the next time. @param url where it leads, for errors */
export function lazily(url: string, make: () => Promise<Route>): Route {
  const made = onceMade(make);
  return {
    async over(errand, use, options) {
      const route = await made({ ...options, url });
      return route.over(errand, use, options);
    },
  };
}
