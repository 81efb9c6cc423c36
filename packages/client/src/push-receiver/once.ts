import type { PushLogger } from "./options.js";
import type { ReplaySettings } from "./replay.js";

/** Does what it is given, unless it was done before under one of the keys. */
export type Once = (keys: readonly string[], act: () => Promise<void>) => Promise<void>;

/**
 * Makes the memory of what was done. It is remembered only afterwards, so that what fails is done again; who comes while it is going on waits for
 * it, and fails with it.
 */
export function createOnce({ windowMs, store }: ReplaySettings, logger: PushLogger): Once {
  const running = new Map<string, Promise<void>>();
  const run = async (keys: readonly string[], act: () => Promise<void>): Promise<void> => {
    for (const key of keys) if (await store.has(key)) return;
    await act();
    try {
      for (const key of keys) await store.add(key, Date.now() + windowMs);
    } catch (error) {
      // It was taken, and to have it sent again would be worse.
      logger.error({ error }, "a notification was taken, and cannot be remembered");
    }
  };
  return async (keys, act) => {
    if (windowMs === 0) return act();
    const other = keys.map((key) => running.get(key)).find((promise) => promise !== undefined);
    if (other) return other;
    const done = run(keys, act);
    for (const key of keys) running.set(key, done);
    try {
      await done;
    } finally {
      for (const key of keys) running.delete(key);
    }
  };
}
