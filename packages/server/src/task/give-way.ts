// So long an agent may yield without a pause before everyone else has a turn: long against a timer's millisecond, short for who waits.
const spellMs = 20;

// The real one: under a test's clock that stands still, a slow machine would give way for ever.
const later = setTimeout;

/** Makes a function that lets timers, sockets and other tasks run once enough time has been spent since it last did. */
export function createGiveWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < spellMs) return undefined;
    return new Promise((resolve) => {
      later(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
