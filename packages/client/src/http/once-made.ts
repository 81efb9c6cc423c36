import type { CallLimitOptions } from "./call-limit.js";
import { createCallLimit, within } from "./call-limit.js";

/**
 * Makes something when the first call needs it; where that fails, anew for the next one. Each call waits for it as long as it may itself.
 *
 * @throws from what it returns: what making it failed with; the reason of the call's limit
 */
export function onceMade<T extends object>(make: () => Promise<T>): (call: CallLimitOptions) => Promise<T> {
  let made: T | undefined;
  let making: Promise<T> | undefined;

  async function begin(): Promise<T> {
    try {
      made = await make();
      return made;
    } finally {
      making = undefined;
    }
  }

  return async (call) => {
    if (made) return made;
    const { signal, stop } = createCallLimit(call);
    making ??= begin();
    return within(signal, making).finally(stop);
  };
}
