import { LocalError } from "@a2a/core/internal";
import { longestTimerMs } from "./longest-timer.js";

/** Does something that counts as cut when it takes longer. The limit is its own: it ends with the outer one, or alone. */
export async function withinIdle<T>(
  { idleTimeoutMs, limit, url }: { readonly idleTimeoutMs: number; readonly limit: AbortSignal; readonly url: string },
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const idle = createIdleLimit(idleTimeoutMs, url);
  try {
    return await work(AbortSignal.any([limit, idle.signal]));
  } finally {
    idle.stop();
  }
}

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
    if (leftMs > 0) timer = setTimeout(wait, Math.min(leftMs, longestTimerMs));
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
