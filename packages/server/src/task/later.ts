// The real one: a test's clock that stands still is not to stop a reader or a writer. Not every runtime has the quicker of the two.
const next = globalThis.setImmediate ?? setTimeout;

/** Does something once nothing else is to be done at once: what comes in a burst is read, or written, together. */
export function later(act: () => void): void {
  next(act);
}
