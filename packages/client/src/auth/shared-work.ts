import { within } from "../http/call-limit.js";

/** Does work that nobody else does at the moment, or waits for theirs. */
export type SharedWork<T> = (work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Makes several callers wait for one piece of work. It is given up when the last of them no longer waits. */
export function createSharedWork<T>(): SharedWork<T> {
  let current: { readonly result: Promise<T>; readonly over: AbortController; waiting: number } | undefined;
  return async (work, signal) => {
    if (!current) {
      const over = new AbortController();
      current = { result: work(over.signal), over, waiting: 0 };
    }
    const own = current;
    own.waiting += 1;
    try {
      return await within(signal, own.result);
    } finally {
      own.waiting -= 1;
      if (own.waiting === 0) {
        own.over.abort();
        current = undefined;
      }
    }
  };
}
