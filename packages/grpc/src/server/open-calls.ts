import type { A2AError } from "@a2a/core";

/** A call that is being answered. */
export interface OpenCall {
  /** Whether it may stay open for as long as a task takes. */
  readonly isStream: boolean;
  /** Ends it with an error, after what has been written. */
  end(error: A2AError): void;
}

/** The calls that are being answered: each is answered once, by what it asks for or because the listener closes. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();

  add(call: OpenCall): void {
    this.#open.add(call);
  }

  /** Takes a call out that is about to be answered. False where it has been already, or nobody waits for the answer any more. */
  take(call: OpenCall): boolean {
    return this.#open.delete(call);
  }

  /** Ends the calls that are open, or the streams among them. */
  endAll(error: A2AError, which: "all" | "streams"): void {
    for (const call of [...this.#open]) if (which === "all" || call.isStream) call.end(error);
  }
}
