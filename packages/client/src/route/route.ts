import type { BoundedOptions, Transport } from "../transport/transport.js";

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
  over<T>(errand: Errand, use: (transport: Transport) => Promise<T>, options: BoundedOptions): Promise<T>;
}

/** The only interface there is. */
export function straight(transport: Transport): Route {
  return { over: (_, use) => use(transport) };
}
