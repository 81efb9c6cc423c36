/** Does one thing after another, each once the one before is done or has failed. What comes while nothing is being done begins at once. */
export class Mailbox {
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];

  /** Does a step when its turn comes; resolves or rejects with it. */
  apply<T>(step: () => Promise<T>): Promise<T> {
    if (!this.#isBusy) return this.#do(step);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => void this.#do(step).then(resolve, reject));
    });
  }

  #do<T>(step: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    const done = step();
    const goOn = (): void => {
      this.#isBusy = false;
      this.#waiting.shift()?.();
    };
    done.then(goOn, goOn);
    return done;
  }
}
