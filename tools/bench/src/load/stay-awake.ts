/**
 * Keeps this process from sleeping until the work is done. Who sends to a sleeping process pays for waking it: 20 us and more of the server's CPU
 * time on a virtual machine, and the slower a server is the more often its client sleeps.
 */
export async function stayAwake<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const turn = (): void => {
    if (!isDone) setImmediate(turn);
  };
  turn();
  try {
    return await work;
  } finally {
    isDone = true;
  }
}
