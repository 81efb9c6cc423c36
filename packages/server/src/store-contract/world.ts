import type { MaybePromise } from "../maybe-promise.js";
import type { TaskStore } from "../store/store.js";

/** Where the instances of a store keep their tasks: a file, a database. Each case of the contract is given an empty one. */
export interface StorePlace {
  /** Opens an instance on what is kept here. */
  open(): MaybePromise<TaskStore>;
  /**
   * Ends an instance as a killed process ends: nothing is closed, written or given back. Resolves once the next one can know. Needed where tasks
   * outlive their instance.
   */
  kill?(store: TaskStore): MaybePromise<void>;
  /** Removes what is kept; instances that were not killed have been closed. */
  remove?(): MaybePromise<void>;
}

/**
 * How instances stand to each other: `one` has tasks of its own that end with it; `in turn`, whoever is opened last has all tasks; `together`,
 * several work on them at a time.
 */
export type Instances = "one" | "in turn" | "together";

/** One sentence about stores, and how to try it. */
export interface Case {
  readonly name: string;
  /** Needs instances that stand so to each other, or closer. */
  readonly needs?: Exclude<Instances, "one">;
  run(world: World): Promise<void>;
}

/** What one case is tried in: a place, and the instances opened on it. */
export class World {
  readonly place: StorePlace;
  readonly #open = new Set<TaskStore>();

  constructor(place: StorePlace) {
    this.place = place;
  }

  async open(): Promise<TaskStore> {
    const store = await this.place.open();
    this.#open.add(store);
    return store;
  }

  async kill(store: TaskStore): Promise<void> {
    this.#open.delete(store);
    await this.place.kill?.(store);
  }

  async close(store: TaskStore): Promise<void> {
    this.#open.delete(store);
    await store.close();
  }

  async end(): Promise<void> {
    for (const store of this.#open) await store.close();
    await this.place.remove?.();
  }
}
