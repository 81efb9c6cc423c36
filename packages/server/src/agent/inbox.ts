/** What arrives while a turn runs. Each item is read once, however many read. */
export class Inbox<T> {
  readonly #unread: T[];
  #isClosed = false;
  #readers: (() => void)[] = [];

  /** @param waiting what is there already */
  constructor(waiting: readonly T[]) {
    this.#unread = [...waiting];
  }

  put(item: T): void {
    this.#unread.push(item);
    this.#wakeReaders();
  }

  /** Yields what has arrived and what still arrives, until the inbox is closed. */
  async *read(): AsyncGenerator<T, void> {
    while (!this.#isClosed) {
      const next = this.#unread.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          this.#readers.push(resolve);
        });
    }
  }

  /** Ends the reading and returns what was not read. */
  close(): T[] {
    this.#isClosed = true;
    this.#wakeReaders();
    return this.#unread.splice(0);
  }

  #wakeReaders(): void {
    const readers = this.#readers;
    this.#readers = [];
    for (const wake of readers) wake();
  }
}
