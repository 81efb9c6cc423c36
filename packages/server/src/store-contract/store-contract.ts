import type { MaybePromise } from "../maybe-promise.js";
import { listing } from "./listing.js";
import { opening } from "./opening.js";
import { pushing } from "./pushing.js";
import { random } from "./random.js";
import { reading } from "./reading.js";
import { takingOver } from "./taking-over.js";
import { together } from "./together.js";
import { waking } from "./waking.js";
import type { Instances, StorePlace } from "./world.js";
import { World } from "./world.js";
import { writing } from "./writing.js";

/** What there is to know of a store before it is tried. */
export interface StoreContractOptions {
  /** How its instances stand to each other. */
  readonly instances: Instances;
  /** How many random sequences of operations are tried; default 50. */
  readonly runs?: number;
}

/** One sentence that is true of every store. */
export interface StoreCase {
  readonly name: string;
  /** Tries it. @throws where it is not true */
  run(): Promise<void>;
}

/**
 * What every `TaskStore` does, for the tests of one: a test for each case, in any runner. Needs `fast-check`.
 *
 * @param newPlace makes an empty place for tasks, one for each case
 */
export function storeContract(newPlace: () => MaybePromise<StorePlace>, options: StoreContractOptions): readonly StoreCase[] {
  const { instances, runs = 50 } = options;
  const order: readonly Instances[] = ["one", "in turn", "together"];
  const cases = [...writing, ...reading, ...waking, ...listing, ...pushing, ...opening, ...takingOver, ...together, ...random(runs)];
  return cases
    .filter(({ needs }) => order.indexOf(needs ?? "one") <= order.indexOf(instances))
    .map(({ name, run }) => ({
      name,
      async run() {
        const world = new World(await newPlace());
        try {
          await run(world);
        } finally {
          await world.end();
        }
      },
    }));
}
