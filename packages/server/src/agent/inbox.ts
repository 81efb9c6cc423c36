/** What arrives while a turn runs. Each item is read once, however many read. */
export interface Inbox<T> {
  put(item: T): void;
  /** Yields what has arrived and what still arrives, until the inbox is closed. */
  read(): AsyncGenerator<T, void>;
  /** Ends the reading and returns what was not read. */
  close(): T[];
}

/** Creates an inbox with what is waiting already. */
export function createInbox<T>(waiting: readonly T[]): Inbox<T> {
  const unread = [...waiting];
  let isClosed = false;
  const readers = new Set<() => void>();

  function wakeReaders(): void {
    for (const wake of readers) wake();
    readers.clear();
  }

  return {
    put(item) {
      unread.push(item);
      wakeReaders();
    },
    async *read() {
      while (!isClosed) {
        const next = unread.shift();
        if (next !== undefined) yield next;
        else
          await new Promise<void>((resolve) => {
            readers.add(resolve);
          });
      }
    },
    close() {
      isClosed = true;
      wakeReaders();
      return unread.splice(0);
    },
  };
}
