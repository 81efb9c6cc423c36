import type { MaybePromise } from "@a2a/server";

/** What is found at once, or a rejection: callers do not look for two ways to fail. */
export function attempt<T>(act: () => MaybePromise<T>): MaybePromise<T> {
  try {
    return act();
  } catch (error) {
    return Promise.reject(error);
  }
}
