/** Something that may end early, and those who want to know. */
export interface Departure {
  readonly isAborted: boolean;
  /** Calls back when it ends, at once where it has; returns what stops that. */
  onAbort(act: () => void): () => void;
}

/**
 * An AbortController whose signal is made when somebody asks for it. Most turns and requests end without anyone listening, and a controller costs
 * more than everything else that is made for them (`npm run bench -- --only send-1.0`).
 */
export class LazyAbort implements Departure {
  #controller: AbortController | undefined;
  // Most have one listener at most, and a Set for it would be five times as large.
  #listener: (() => void) | undefined;
  #others: Set<() => void> | undefined;
  #why: string | undefined;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#why !== undefined) this.#controller.abort(new DOMException(this.#why, "AbortError"));
    }
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#why !== undefined;
  }

  onAbort(act: () => void): () => void {
    if (this.isAborted) act();
    else if (!this.#listener) this.#listener = act;
    else {
      this.#others ??= new Set();
      this.#others.add(act);
    }
    return () => {
      if (this.#listener === act) this.#listener = undefined;
      else this.#others?.delete(act);
    };
  }

  /** Aborts, the first time. @param why message of the signal's reason */
  abort(why: string): void {
    if (this.isAborted) return;
    this.#why = why;
    this.#controller?.abort(new DOMException(why, "AbortError"));
    this.#listener?.();
    for (const act of this.#others ?? []) act();
    this.#listener = undefined;
    this.#others = undefined;
  }
}
