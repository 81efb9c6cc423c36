/** Numbers from 0 to below 1, the same ones for the same seed. */
export type Random = () => number;

/** The generator mulberry32: good enough for plans, and one line of state. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from the least to the most, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of several. */
export function oneOf<T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T {
  return others[between(random, 0, others.length) - 1] ?? first;
}
