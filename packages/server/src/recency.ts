/** A place in a list that is kept in the order of use. */
export interface Link<T> {
  readonly value: T;
  newer: Link<T> | undefined;
  older: Link<T> | undefined;
}

/**
 * A list whose newest can be any of its members again, and whose oldest is let go first, in constant time. A Map that is deleted from and added
 * to does the same until it is looked at: what was deleted at its beginning is stepped over each time.
 */
export class Recency<T> {
  #newest: Link<T> | undefined;
  #oldest: Link<T> | undefined;

  get oldest(): Link<T> | undefined {
    return this.#oldest;
  }

  /** Adds a value as the newest. */
  add(value: T): Link<T> {
    const link: Link<T> = { value, newer: undefined, older: undefined };
    this.#append(link);
    return link;
  }

  /** Makes a member the newest. */
  renew(link: Link<T>): void {
    if (link === this.#newest) return;
    this.remove(link);
    this.#append(link);
  }

  remove(link: Link<T>): void {
    const { newer, older } = link;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    link.newer = undefined;
    link.older = undefined;
  }

  /** Every value, newest first. */
  *[Symbol.iterator](): Generator<T, void> {
    for (let link = this.#newest; link; link = link.older) yield link.value;
  }

  #append(link: Link<T>): void {
    link.older = this.#newest;
    if (this.#newest) this.#newest.newer = link;
    else this.#oldest = link;
    this.#newest = link;
  }
}
