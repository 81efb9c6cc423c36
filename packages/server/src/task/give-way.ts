// So long an agent may yield without a pause before everyone else has a turn: long against a timer's millisecond, short for who waits.
const spellMs = 20;

/** Makes a function that lets timers, sockets and other tasks run once enough time has been spent since it last did. */
export function createGiveWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < spellMs) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
