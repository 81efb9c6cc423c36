/** What is there already, or will be. An `await` costs more than what a store in memory does, so nobody waits for what is there. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is yet to come. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** Goes on with a value: at once where it is there. */
export function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value);
}
