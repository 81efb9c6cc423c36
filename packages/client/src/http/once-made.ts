import { within } from "./call-limit.js";

/**
 * Makes something when the first call needs it; where that fails, anew for the next one. Each call waits for it as long as it may itself.
 *
 * @throws from what it returns: what making it failed with; the reason of the call's limit
 */
export function onceMade<T extends object>(make: () => Promise<T>): (limit: AbortSignal) => Promise<T> {
  let made: T | undefined;
  let making: Promise<T> | undefined;

  async function begin(): Promise<T> {
    made = await make();
    return made;
  }

  return async (limit) => {
    if (made) return made;
    making ??= begin().finally(() => {
      making = undefined;
    });
    return within(limit, making);
  };
}
