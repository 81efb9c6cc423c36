/** What arrives while a turn runs. One reader takes each item once. */
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
  let wakeReader: (() => void) | undefined;

  return {
    put(item) {
      unread.push(item);
      wakeReader?.();
    },
    async *read() {
      while (!isClosed) {
        const next = unread.shift();
        if (next !== undefined) yield next;
        else
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
      }
    },
    close() {
      isClosed = true;
      wakeReader?.();
      return unread.splice(0);
    },
  };
}
