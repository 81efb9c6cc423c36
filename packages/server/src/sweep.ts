/** What is done again and again. */
export interface Sweep {
  /** Does it no more; resolves once the last time is done. */
  stop(): Promise<void>;
}

/** Does something at once and again and again, each time a while after the time before is done. */
export function createSweep(everyMs: number, act: () => Promise<void>): Sweep {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let done = sweep();

  async function sweep(): Promise<void> {
    await act();
    if (isStopped) return;
    timer = setTimeout(() => {
      done = sweep();
    }, everyMs);
    // A process that has nothing else to do may end. Not every runtime has timers that are objects.
    if (typeof timer === "object") timer.unref();
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return done;
    },
  };
}
