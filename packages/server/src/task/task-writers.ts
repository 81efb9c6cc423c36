import { A2AError } from "@a2a/core";
import type { Adopted, Lease, TaskKey, TaskStore } from "../store/store.js";
import { nameOfKey } from "../store/store.js";
import type { ActorOptions } from "./actor-options.js";
import { AskingOwner } from "./asking-owner.js";
import { notFound } from "./not-found.js";
import { inputsOfTurn, isMidTurn } from "./recover-turn.js";
import { Registry } from "./registry.js";
import { TaskActor } from "./task-actor.js";
import { TaskLog } from "./task-log.js";

/** What the writers of a runtime are kept by. */
export interface WritersOptions {
  readonly store: TaskStore;
  /** Tasks that may be worked on at a time, */
  readonly maxRunningTasks: number;
  /** and of one user. */
  readonly maxTasksPerUser: number;
}

/** What is done with a task's writer. */
export interface TaskAct<T> {
  here(actor: TaskActor): Promise<T | "retired">;
  /** The same where another process has it; undefined where that has let go. */
  there(asking: AskingOwner): Promise<T | undefined>;
}

// So many turns at a time are taken over from processes that have ended: the rest has its turn soon.
const maxTakenAtOnce = 100;

// An agent that ends its process each time it is run again is not to do so for ever.
const maxRestarts = 3;

// The process that has a task answers at once, but for a cancel: its agent is asked about it, and then has time to stop.
const answerWithinMs = 10_000;

/** The writers of the tasks that this process works on. */
export class TaskWriters {
  readonly #options: WritersOptions;
  readonly #actorOptions: ActorOptions;
  readonly #actors = new Registry<TaskActor | Promise<TaskActor | "held">>();
  /** Leases that could not be given back yet. */
  readonly #unreleased = new Set<Lease>();

  constructor(options: WritersOptions, actorOptions: ActorOptions) {
    this.#options = options;
    this.#actorOptions = actorOptions;
  }

  get(key: TaskKey): TaskActor | Promise<TaskActor | "held"> | undefined {
    return this.#actors.get(nameOfKey(key));
  }

  add(key: TaskKey, actor: TaskActor): void {
    this.#actors.set(nameOfKey(key), actor, key.owner);
  }

  delete(key: TaskKey): void {
    this.#actors.delete(nameOfKey(key));
  }

  values(): (TaskActor | Promise<TaskActor | "held">)[] {
    return this.#actors.values();
  }

  releaseLater(lease: Lease): void {
    this.#unreleased.add(lease);
  }

  /** Lets go of all tasks that are written: their leases are no longer good. Those that are being taken just now find out when they write. */
  async lapse(): Promise<void> {
    const held = this.#actors
      .values()
      .flatMap((actor) => (actor instanceof TaskActor && actor.log.token > 0 ? [[actor, actor.log.token] as const] : []));
    await Promise.all(held.map(([actor, token]) => actor.giveWayTo(token + 1)));
  }

  /** @throws A2AError `ResourceUnavailableError` where no more tasks may be worked on; `RateLimitedError` where no more of the user's */
  assertRoom({ owner }: TaskKey): void {
    const { maxRunningTasks, maxTasksPerUser } = this.#options;
    if (this.#actors.size >= maxRunningTasks) {
      throw new A2AError("ResourceUnavailableError", `the agent works on ${maxRunningTasks} tasks already`);
    }
    // Anonymous callers have no name: they are many.
    if (owner !== "" && this.#actors.sizeOf(owner) >= maxTasksPerUser) {
      throw new A2AError("RateLimitedError", `the agent works on ${maxTasksPerUser} tasks of the user already`);
    }
  }

  /** Goes on with what processes have left that have ended, and gives back what could not be given back before. */
  async takeOver(): Promise<void> {
    const { leases } = this.#options.store;
    for (const lease of this.#unreleased) {
      await leases.release(lease);
      this.#unreleased.delete(lease);
    }
    const room = Math.min(maxTakenAtOnce, this.#options.maxRunningTasks - this.#actors.size);
    if (room > 0) await Promise.all((await leases.adopt(room)).map((adopted) => this.#recover(adopted)));
  }

  /** Does something with the task's writer, here or in the process that has it; once more with its next one where it lets go just then. */
  async withTask<T>(key: TaskKey, { here, there }: TaskAct<T>): Promise<T> {
    for (;;) {
      const actor = await this.of(key);
      if (actor === "held") {
        const outcome = await there(await this.#asking(key));
        if (outcome !== undefined) return outcome;
        continue;
      }
      try {
        const outcome = await here(actor);
        if (outcome !== "retired") return outcome;
      } finally {
        await actor.rest();
      }
    }
  }

  /** The task's one writer, taken over from the store where it is asleep. */
  of(key: TaskKey): TaskActor | Promise<TaskActor | "held"> {
    return this.#actors.get(nameOfKey(key)) ?? this.#opened(key, this.#open(key));
  }

  async #open(key: TaskKey): Promise<TaskActor | "held"> {
    const lease = await this.#options.store.leases.acquire(key);
    if (!lease) throw notFound(key);
    // A turn that is to be run again comes before what the task is opened for.
    return lease === "held" ? lease : this.#openWith(lease, this.#actorOptions.definition.recover === "restart" ? "restart" : "leave");
  }

  /** @param left what becomes of a turn that was left, if there is one */
  async #openWith(lease: Lease, left: "restart" | "fail" | "leave"): Promise<TaskActor> {
    const { store } = this.#options;
    const stored = await store.load(lease.key);
    if (!stored) throw notFound(lease.key);
    const actor = new TaskActor(new TaskLog(store, stored, stored.task, { number: stored.number, lease }), this.#actorOptions);
    if (left === "leave" || !store.isDurable || !isMidTurn(stored)) return actor;
    await actor.recover(left === "restart" ? await inputsOfTurn(store, stored) : []);
    return actor;
  }

  #opened<A extends TaskActor | "held">({ ...key }: TaskKey, opening: Promise<A>): Promise<A> {
    const name = nameOfKey(key);
    const forget = (): void => this.#actors.delete(name);
    this.#actors.set(name, opening, key.owner);
    opening.then((actor) => (actor === "held" ? forget() : undefined), forget);
    return opening;
  }

  /** Goes on with a turn that was left. Whoever has opened the task meanwhile goes on with it in their own way. */
  async #recover({ lease, times }: Adopted): Promise<void> {
    const { logger, definition } = this.#actorOptions;
    const facts = { taskId: lease.key.id, times };
    // This process may have it still, by a lease that lapsed: its agent has been silent since.
    const known = this.#actors.get(nameOfKey(lease.key));
    if (known instanceof TaskActor) await known.giveWayTo(lease.token);
    if (this.#actors.get(nameOfKey(lease.key))) return;
    const isRestarted = definition.recover === "restart" && times <= maxRestarts;
    logger.warn(facts, isRestarted ? "a turn that was left is run again" : "a turn that was left fails its task");
    try {
      await this.#opened(lease.key, this.#openWith(lease, isRestarted ? "restart" : "fail"));
    } catch (error) {
      // Nobody works on it: whoever looks next is to find it.
      this.releaseLater(lease);
      throw error;
    }
  }

  async #asking(key: TaskKey): Promise<AskingOwner> {
    const { relay } = this.#options.store;
    if (!relay) throw new A2AError("ResourceUnavailableError", `another process works on task ${key.id}`);
    const stored = await this.#options.store.load(key);
    if (!stored) throw notFound(key);
    return new AskingOwner({ store: this.#options.store, relay, stored, timeoutMs: 2 * this.#actorOptions.stopTimeoutMs + answerWithinMs });
  }
}
