import type { AgentDefinition, HandlerOptions, TaskKey, TaskStore, Turn, Yield } from "@a2a/server";
import { createMemoryStore } from "@a2a/server";
import type { Order } from "./behavior.js";
import { chooseBehavior } from "./choose-behavior.js";
import { createLosingStore } from "./losing-store.js";
import type { ProfileName } from "./profiles.js";
import { profiles } from "./profiles.js";
import { createWait } from "./wait.js";

/** What kind of testbed to make; everything has a default. */
export interface TestbedOptions {
  /** How it presents itself and whom it serves; default `default`. */
  readonly profile?: ProfileName;
  /** Where tasks are kept; default: in memory. */
  readonly store?: TaskStore;
  /** Hosts that webhooks may point to beyond the public internet, such as `127.0.0.1`; default: none. */
  readonly pushAllow?: readonly string[];
  /** How much faster than its commands say it works: at 1000, `hold 20000` takes 20 milliseconds. Above 0; default 1. */
  readonly speed?: number;
}

/** The testbed agent, to be served with its options: `createA2AHandler(testbed, testbed.options)`. */
export interface Testbed {
  readonly definition: AgentDefinition;
  readonly options: Pick<HandlerOptions, "store" | "authenticate" | "tenants" | "push" | "signing">;
}

/**
 * Makes the agent that does what its messages say; see README.md for the commands.
 *
 * @throws TypeError for a speed that is none
 */
export function createTestbed({
  profile = "default",
  store = createMemoryStore(),
  pushAllow = [],
  speed = 1,
}: TestbedOptions = {}): Testbed {
  if (!(speed > 0 && speed < Number.POSITIVE_INFINITY)) throw new TypeError(`speed must be a number above 0: ${speed}`);
  const { card, extendedCard, tenants, authenticate, createSigning } = profiles[profile];
  const losing = createLosingStore(store);
  return {
    definition: {
      card,
      ...(extendedCard && { extendedCard }),
      run: (turn) => work(turn, { lose: () => losing.lose(keyOf(turn)), wait: createWait(speed, turn) }),
      cancel: (turn) => !chooseBehavior(turn).behavior.refusesCancel,
    },
    options: {
      store: losing.store,
      push: { allowedHosts: pushAllow },
      ...(tenants && { tenants }),
      ...(authenticate && { authenticate }),
      ...(createSigning && { signing: createSigning() }),
    },
  };
}

async function* work(turn: Turn, means: Pick<Order, "lose" | "wait">): AsyncGenerator<Yield, void> {
  const { behavior, ...order } = chooseBehavior(turn);
  // A message to a task makes it working already.
  const isWorking = turn.task.status.state === "TASK_STATE_WORKING";
  if (behavior.reportsWorking !== false && !isWorking) yield { state: "TASK_STATE_WORKING" };
  const running = behavior.run({ turn, ...order, ...means });
  if (Symbol.asyncIterator in running) return yield* running;
  const only = await running;
  if (only) yield only;
}

function keyOf({ tenant = "", caller: { user = "" }, task: { id } }: Turn): TaskKey {
  return { tenant, owner: user, id };
}
