import type { Ending, Fault, Planned } from "./fault.js";
import type { Random } from "./random.js";
import { between, createRandom, oneOf } from "./random.js";
import { faultsOf } from "./single-faults.js";

/** Several faults for one conversation. */
export interface RandomPlan {
  readonly plan: readonly Planned[];
  /** How slow the agent is. */
  readonly pause: number;
}

// Fewer than a client's attempts, so that it can get through.
const mostFaults = 3;

/** Plans by a seed. One in five plans may have answers that are none. */
export function planOf(seed: number): RandomPlan {
  const random = createRandom(seed);
  const mayBeHostile = random() < 0.2;
  const count = between(random, 1, mostFaults);
  const plan: Planned[] = [];
  for (let nth = 1; plan.length < count; nth += between(random, 1, 2)) {
    plan.push({ nth, fault: faultBy(random, mayBeHostile) });
  }
  return { plan, pause: between(random, 0, 8) };
}

function faultBy(random: Random, mayBeHostile: boolean): Fault {
  const dice = random();
  if (dice < 0.45) return { kind: "cut", after: between(random, 0, oneOf(random, [500, 3000])), ending: endingBy(random) };
  if (dice < 0.5) return { kind: "repeat-frame", at: between(random, 0, 9) };
  if (dice < 0.55) return { kind: "rechunk", seed: between(random, 0, 1e6), longest: between(random, 1, 90) };
  const [first, ...others] = faultsOf("SubscribeToTask").filter(({ severity }) => mayBeHostile || severity !== "hostile");
  if (!first) throw new TypeError("there are no faults");
  return oneOf(random, [first, ...others]).fault;
}

function endingBy(random: Random): Ending {
  // Silence takes real time until the client notices it.
  return oneOf(random, ["reset", "close", "end", "reset", "close", "end", "stall"]);
}
