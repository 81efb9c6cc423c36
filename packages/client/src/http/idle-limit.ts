import { LocalError } from "@a2a/core";

/** Ends what is silent for too long. */
export interface IdleLimit {
  readonly signal: AbortSignal;
  /** Something was heard. */
  touch(): void;
  stop(): void;
}

/** Makes a limit whose time begins anew at each `touch`. Its reason is LocalError `NETWORK`: a connection that says nothing counts as cut. */
export function createIdleLimit(idleTimeoutMs: number, url: string): IdleLimit {
  const over = new AbortController();
  let heardAt = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  // One timer for many touches: setting one anew for each would cost more than reading an event.
  const wait = (): void => {
    const leftMs = heardAt + idleTimeoutMs - Date.now();
    if (leftMs > 0) timer = setTimeout(wait, leftMs);
    else over.abort(new LocalError("NETWORK", `${url} was silent for ${idleTimeoutMs} ms`));
  };
  wait();
  return {
    signal: over.signal,
    touch: () => {
      heardAt = Date.now();
    },
    stop: () => clearTimeout(timer),
  };
}
