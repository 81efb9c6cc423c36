import type { Message, Task } from "@a2a/core";
import { A2AError, isA2AError, isTerminal, LocalError } from "@a2a/core";
import type { AgentDefinition, Turn } from "../agent/agent.js";
import type { TurnContext } from "../agent/turn-input.js";
import { turnInput } from "../agent/turn-input.js";
import type { Logger } from "../logger.js";
import type { MaybePromise } from "../maybe-promise.js";
import type { ListQuery, NewTask, StoredTask, TaskKey, TaskPage, TaskStore } from "../store/store.js";
import { nameOfKey } from "../store/store.js";
import type { ActorOptions, BeginOptions } from "./actor-options.js";
import { runOptions } from "./actor-options.js";
import { Registry } from "./registry.js";
import { TaskActor } from "./task-actor.js";
import { TaskLog } from "./task-log.js";
import type { ReadUntil, TaskReader } from "./task-reader.js";
import { Readers } from "./task-reader.js";
import { createRun } from "./task-run.js";
import type { TaskWatch } from "./task-watch.js";

/** What a runtime is made of. */
export interface RuntimeOptions {
  readonly definition: AgentDefinition;
  readonly store: TaskStore;
  readonly logger: Logger;
  readonly stopTimeoutMs: number;
  readonly deadlineMs?: number;
  /** Tasks that may be worked on at a time. */
  readonly maxRunningTasks: number;
  makeId(): string;
  now(): string;
}

/** What became of a message: the agent's direct reply, or a task to follow from a cursor on. */
export type Sent = { readonly kind: "reply"; readonly reply: Message } | SentToTask;

/** A message that a task has taken up. */
export interface SentToTask {
  readonly kind: "task";
  readonly key: TaskKey;
  /** Number of the last entry before what the message causes: readers begin after it. */
  readonly after: number;
  /** The task as of `after`; absent for a new task, whose first entry is the task itself. */
  readonly task?: Task;
  readonly watch: TaskWatch;
}

/** Runs the tasks of one agent: finds or makes the one writer of each, and lets everyone else read. */
export class TaskRuntime {
  readonly #options: RuntimeOptions;
  readonly #store: TaskStore;
  readonly #actorOptions: ActorOptions;
  readonly #actors = new Registry<TaskActor | Promise<TaskActor>>();
  readonly #readers = new Readers();
  #isClosed = false;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#actorOptions = {
      ...options,
      leavesTasks: options.store.isDurable,
      countTasks: (of) => this.#countTasks(of),
      loadTask: async ({ key }, id) => (await this.#store.load({ ...key, id }))?.task,
      onRetired: ({ key }) => this.#actors.delete(nameOfKey(key)),
    };
  }

  load(key: TaskKey): MaybePromise<StoredTask | undefined> {
    return this.#store.load(key);
  }

  list(query: ListQuery): MaybePromise<TaskPage> {
    return this.#store.list(query);
  }

  /** A task's entries from a cursor on, until a signal aborts or the runtime is closed. */
  read(key: TaskKey, after: number, until?: ReadUntil): TaskReader {
    return this.#readers.read(this.#store, key, after, until);
  }

  /** What tells whether a task can still be written, where it is written in this process. */
  watchOf(key: TaskKey): TaskWatch | undefined {
    const actor = this.#actors.get(nameOfKey(key));
    return actor instanceof TaskActor ? actor.watch : undefined;
  }

  /** Whether a task's entry ended the turn of its agent. */
  async endedTurn(key: TaskKey, number: number): Promise<boolean> {
    const entries = await this.#store.read(key, number - 1, 1);
    return entries !== "gone" && entries[0]?.endsTurn === true;
  }

  /** Whether a task's entries after a cursor are kept. */
  async keeps(key: TaskKey, after: number): Promise<boolean> {
    return (await this.#store.read(key, after, 1)) !== "gone";
  }

  /** Starts a new task with a message. A task of that key that is beginning just now takes the message instead. */
  async begin(of: NewTask, message: Message, context: TurnContext, options: BeginOptions): Promise<Sent> {
    this.#assertOpen();
    const beginning = this.#actors.get(nameOfKey(of.key));
    if (beginning) {
      await (await beginning).hasBegun;
      return this.reply(of.key, message, context);
    }
    this.#assertRoom();
    const { key, contextId } = of;
    const status = { state: "TASK_STATE_SUBMITTED", timestamp: this.#options.now() } as const;
    const actor = new TaskActor(new TaskLog(this.#store, of, { id: key.id, contextId, status, history: [message] }), this.#actorOptions);
    this.#actors.set(nameOfKey(key), actor);
    try {
      const { reply } = await actor.begin(turnInput(message, context), options);
      return reply ? { kind: "reply", reply } : { kind: "task", key, after: 0, watch: actor.watch };
    } catch (error) {
      if (!isTaken(error)) throw error;
      // Somebody else has begun it since it was looked for.
      return this.reply(key, message, context);
    }
  }

  /**
   * Gives a message to a task that exists.
   *
   * @throws A2AError `TaskNotFoundError`, `InvalidTaskStateError`, `ResourceUnavailableError`
   */
  reply(key: TaskKey, message: Message, context: TurnContext): Promise<SentToTask> {
    this.#assertOpen();
    if (!this.#actors.get(nameOfKey(key))) this.#assertRoom();
    return this.#withActor<SentToTask>(key, async (actor) => {
      const received = await actor.receive(turnInput(message, context));
      if (received === "retired") return received;
      return { kind: "task", key, after: received.number, task: received.task, watch: actor.watch };
    });
  }

  /**
   * Cancels a task; resolves when it is canceled.
   *
   * @throws A2AError `TaskNotFoundError`, `TaskNotCancelableError`
   */
  async cancel(key: TaskKey, context: TurnContext): Promise<void> {
    this.#assertOpen();
    await this.#withActor(key, async (actor) => {
      const isAllowed = isTerminal(actor.log.task.status.state) || (await this.#mayCancel(actor, context));
      if (!isAllowed) throw new A2AError("TaskNotCancelableError", `the agent does not let go of task ${key.id}`);
      return actor.cancel();
    });
  }

  /** Whether the runtime takes no more work. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes no more work, stops every running turn, and lets readers end with what there is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = await Promise.allSettled(this.#actors.values());
    await Promise.all(running.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.shutDown() : undefined)));
    this.#readers.close();
  }

  /** Asks the agent. One that does not answer in time has no say. */
  async #mayCancel(actor: TaskActor, context: TurnContext): Promise<boolean> {
    const { definition, stopTimeoutMs } = this.#options;
    if (!definition.cancel) return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), stopTimeoutMs);
    });
    try {
      return await Promise.race([definition.cancel(actor.turn ?? this.#idleTurn(actor, context)), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Does something with the task's writer; once more with its next one where it retires just then. */
  async #withActor<T>(key: TaskKey, act: (actor: TaskActor) => Promise<T | "retired">): Promise<T> {
    for (;;) {
      const actor = await this.#actorOf(key);
      try {
        const outcome = await act(actor);
        if (outcome !== "retired") return outcome;
      } finally {
        await actor.rest();
      }
    }
  }

  /** The task's one writer, taken over from the store where it is asleep. */
  #actorOf(key: TaskKey): TaskActor | Promise<TaskActor> {
    const name = nameOfKey(key);
    const known = this.#actors.get(name);
    if (known) return known;
    const opening = this.#open(key);
    this.#actors.set(name, opening);
    opening.catch(() => this.#actors.delete(name));
    return opening;
  }

  async #open(key: TaskKey): Promise<TaskActor> {
    const lease = await this.#store.leases.acquire(key);
    if (lease === "held") throw new A2AError("ResourceUnavailableError", `another process works on task ${key.id}`);
    const stored = lease && (await this.#store.load(key));
    if (!stored) throw notFound(key);
    return new TaskActor(new TaskLog(this.#store, stored, stored.task, { number: stored.number, lease }), this.#actorOptions);
  }

  async #countTasks({ key: { tenant, owner }, contextId }: NewTask): Promise<number> {
    return (await this.#store.list({ tenant, owner, contextId, limit: 0 })).total;
  }

  /** What `cancel` of an agent is asked about while no turn runs: the last message of the client. */
  #idleTurn(actor: TaskActor, context: TurnContext): Turn {
    const said = actor.log.task.history?.findLast(({ role }) => role === "ROLE_USER");
    const message: Message = said ?? { messageId: this.#options.makeId(), role: "ROLE_USER", parts: [{ text: "" }] };
    return createRun(actor.log, turnInput(message, context), { waiting: [], ...runOptions(actor.log.of, this.#actorOptions) }).turn;
  }

  #assertRoom(): void {
    const { maxRunningTasks } = this.#options;
    if (this.#actors.size >= maxRunningTasks) {
      throw new A2AError("ResourceUnavailableError", `the agent works on ${maxRunningTasks} tasks already`);
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new A2AError("ResourceUnavailableError", "the agent is shutting down");
  }
}

/** Whether a task could not be begun because it is there. */
function isTaken(error: unknown): boolean {
  const cause = isA2AError(error) ? error.cause : error;
  return cause instanceof LocalError && cause.code === "CLOSED";
}

/** The error for a task that is not there, or somebody else's. */
export function notFound(key: TaskKey): A2AError {
  return new A2AError("TaskNotFoundError", `there is no task ${key.id}`);
}
