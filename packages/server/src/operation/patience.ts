import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";

/**
 * Waits for something as long as the client is there, and no longer than so many milliseconds.
 *
 * @param wait is told when it has waited enough
 */
export async function patiently<T>(client: Departure, waitMs: number, wait: (enough: Departure) => Promise<T>): Promise<T> {
  const enough = new LazyAbort();
  const timer = setTimeout(() => enough.abort("the caller has waited long enough"), waitMs);
  const stop = client.onAbort(() => enough.abort("the caller is gone"));
  try {
    return await wait(enough);
  } finally {
    clearTimeout(timer);
    stop();
  }
}
