/**
 * Waits; rejects with the signal's reason as soon as that is aborted. No timer is left behind.
 *
 * @param ms milliseconds; `Infinity` waits for the signal alone
 */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: () => void = () => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      if (ms !== Number.POSITIVE_INFINITY) timer = setTimeout(resolve, ms);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
