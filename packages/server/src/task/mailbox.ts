import type { MaybePromise } from "../maybe-promise.js";
import { isPromise } from "../maybe-promise.js";

/** Does one thing after another, each once the one before is done or has failed. What comes while nothing is being done begins at once. */
export class Mailbox {
  #isBusy = false;
  readonly #waiting: (() => MaybePromise<unknown>)[] = [];

  /** Does a step when its turn comes: returns, throws, resolves or rejects with it. */
  apply<T>(step: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#isBusy) return this.#queue(step);
    this.#isBusy = true;
    let done: MaybePromise<T>;
    try {
      done = step();
    } catch (error) {
      this.#goOn();
      throw error;
    }
    if (isPromise(done)) done.then(this.#goOn, this.#goOn);
    else this.#goOn();
    return done;
  }

  /** Does a step that has to be done when its turn comes. Where it fails, `giveUp` is called before the next step. */
  async insist(step: () => MaybePromise<unknown>, giveUp: (error: unknown) => void): Promise<void> {
    await this.apply(async () => {
      try {
        await step();
      } catch (error) {
        giveUp(error);
      }
    });
  }

  #queue<T>(step: () => MaybePromise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          const done = step();
          // Before anyone learns of it: whoever does may come back at once, behind those who wait already.
          resolve(done);
          return done;
        } catch (error) {
          return reject(error);
        }
      });
    });
  }

  /** A loop, because a thousand who wait would be as many calls inside each other. */
  readonly #goOn = (): void => {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const done = next();
      if (!isPromise(done)) continue;
      done.then(this.#goOn, this.#goOn);
      return;
    }
    this.#isBusy = false;
  };
}
