/** Timers take 32-bit numbers; beyond that they fire at once. */
export const longestTimerMs: number = 2 ** 31 - 1;
