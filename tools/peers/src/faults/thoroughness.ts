import type { Thoroughness } from "./describe-faults.js";

// `npm run fuzz` looks everywhere; SEEDS and FROM make it look longer, and elsewhere.
const { FUZZ, SEEDS, FROM } = process.env;

/** How thoroughly this run looks at our own servers, which take little time. */
export const ofOurs: Thoroughness = thoroughness({ whole: 13, turns: 61 });

/** The same of others. */
export const ofOthers: Thoroughness = thoroughness({ whole: 61, turns: 151 });

function thoroughness(steps: Thoroughness["steps"]): Thoroughness {
  if (FUZZ === undefined) return { seeds: 50, firstSeed: 1, steps, everyEnding: false };
  return { seeds: Number(SEEDS ?? 1000), firstSeed: Number(FROM ?? 1), steps: { whole: 1, turns: 1 }, everyEnding: true };
}
