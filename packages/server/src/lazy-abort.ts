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
  #listeners: Set<() => void> | undefined;
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
    else {
      this.#listeners ??= new Set();
      this.#listeners.add(act);
    }
    return () => this.#listeners?.delete(act);
  }

  /** Aborts, the first time. @param why message of the signal's reason */
  abort(why: string): void {
    if (this.isAborted) return;
    this.#why = why;
    this.#controller?.abort(new DOMException(why, "AbortError"));
    for (const act of this.#listeners ?? []) act();
    this.#listeners = undefined;
  }
}
