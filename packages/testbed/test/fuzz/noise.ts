/** Numbers from 0 on below a bound, the same for the same seed. */
export type Noise = (bound: number) => number;

/** A stream of numbers that look random (mulberry32). */
export function createNoise(seed: number): Noise {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** One of a list. */
export function pick<T>(noise: Noise, list: readonly [T, ...T[]]): T {
  return list[noise(list.length)] ?? list[0];
}
