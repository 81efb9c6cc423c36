import type { Turn } from "@a2a/server";
import type { Order } from "./behavior.js";

/**
 * Makes the wait of one turn.
 *
 * @param speed how much faster than said time passes: of 60 000 milliseconds at a speed of 1000 are 60 left
 * @param turn what the wait ends with where no other signal is given. Its signal is only made when it is asked for, and most turns do not wait.
 */
export function createWait(speed: number, turn: Pick<Turn, "signal">): Order["wait"] {
  return (ms, signal = turn.signal) => wait(ms / speed, signal);
}

/**
 * Waits; rejects with the signal's reason as soon as that is aborted. No timer is left behind.
 *
 * @param ms milliseconds; `Infinity` waits for the signal alone
 */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: () => void = () => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      if (ms !== Number.POSITIVE_INFINITY) timer = setTimeout(resolve, ms);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
