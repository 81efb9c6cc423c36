/** Lets those who want the same thing have it one after another: connections of a pool would answer in any order. */
export class Line {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does something when all has been done that was asked for before under that name. */
  async wait<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const acting = before ? before.then(act, act) : act();
    this.#last.set(name, acting);
    try {
      return await acting;
    } finally {
      if (this.#last.get(name) === acting) this.#last.delete(name);
    }
  }
}
