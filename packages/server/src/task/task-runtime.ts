import type { Message, Task } from "@a2a/core";
import { A2AError, isA2AError, isInterrupted, isTerminal, LocalError } from "@a2a/core";
import type { AgentDefinition, Turn } from "../agent/agent.js";
import type { TurnContext } from "../agent/turn-input.js";
import { turnInput } from "../agent/turn-input.js";
import type { Logger } from "../logger.js";
import type { MaybePromise } from "../maybe-promise.js";
import type { ListQuery, NewTask, StoredTask, TaskKey, TaskPage, TaskStore } from "../store/store.js";
import type { ActorOptions, BeginOptions } from "./actor-options.js";
import { runOptions } from "./actor-options.js";
import type { Received, RelayedAnswer } from "./relayed.js";
import { readRelayed, relayedError } from "./relayed.js";
import { TaskActor } from "./task-actor.js";
import { TaskLog } from "./task-log.js";
import type { ReadUntil, TaskReader } from "./task-reader.js";
import { Readers } from "./task-reader.js";
import { createRun } from "./task-run.js";
import { TaskWatch } from "./task-watch.js";
import { TaskWriters } from "./task-writers.js";
import { shuttingDown } from "./turn-end.js";

/** What a runtime is made of. */
export interface RuntimeOptions {
  readonly definition: AgentDefinition;
  readonly store: TaskStore;
  readonly logger: Logger;
  readonly stopTimeoutMs: number;
  readonly deadlineMs?: number;
  /** Tasks that may be worked on at a time, */
  readonly maxRunningTasks: number;
  /** and of one user. */
  readonly maxTasksPerUser: number;
  /** About how many bytes an agent may yield at a time, */
  readonly maxEventBytes: number;
  /** and into one artifact. */
  readonly maxArtifactBytes: number;
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
  readonly #writers: TaskWriters;
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
      onRetired: ({ key }) => this.#writers.delete(key),
      onUnreleased: (lease) => this.#writers.releaseLater(lease),
    };
    this.#writers = new TaskWriters(options, this.#actorOptions);
    options.store.leases.onLapse?.(() => void this.#lapse());
    options.store.relay?.answerWith((key, request) => this.#answer(key, request));
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
    const actor = this.#writers.get(key);
    return actor instanceof TaskActor ? actor.watch : undefined;
  }

  /** The same for who waits: where the task is not written here, there is nothing to watch but its log. */
  currentWatch(key: TaskKey): TaskWatch {
    return this.watchOf(key) ?? endedWatch();
  }

  /** Whether a task waits for its client, and its agent's turn has ended with that. */
  async waitsAfterTurn({ key, number, task }: StoredTask): Promise<boolean> {
    if (!isInterrupted(task.status.state)) return false;
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
    const beginning = this.#writers.get(of.key);
    if (beginning) {
      const actor = await beginning;
      if (actor !== "held") await actor.hasBegun;
      return this.reply(of.key, message, context);
    }
    this.#writers.assertRoom(of.key);
    const { key, contextId } = of;
    const status = { state: "TASK_STATE_SUBMITTED", timestamp: this.#options.now() } as const;
    const actor = new TaskActor(new TaskLog(this.#store, of, { id: key.id, contextId, status, history: [message] }), this.#actorOptions);
    this.#writers.add(key, actor);
    try {
      const { reply } = await actor.begin(turnInput(message, context), options);
      return reply ? { kind: "reply", reply } : { kind: "task", key, after: 0, watch: actor.watch };
    } catch (error) {
      if (!isTaken(error)) throw error;
      // Somebody else has begun it since it was looked for; or it was stored, and this process has not heard of it in time.
      const stored = await this.#store.load(key);
      const isStored = stored?.task.history?.[0]?.messageId === message.messageId;
      return isStored ? { kind: "task", key, after: 0, watch: this.currentWatch(key) } : this.reply(key, message, context);
    }
  }

  /**
   * Gives a message to a task that exists.
   *
   * @param ifNumber refuses the message where the task's last entry has another number when the message is taken
   * @throws A2AError `TaskNotFoundError`, `InvalidTaskStateError`, `TaskGenerationMismatchError`, `ResourceUnavailableError`
   */
  reply(key: TaskKey, message: Message, context: TurnContext, ifNumber?: number): Promise<SentToTask> {
    this.#assertOpen();
    if (!this.#writers.get(key)) this.#writers.assertRoom(key);
    return this.#writers.withTask<SentToTask>(key, {
      here: async (actor) => {
        const received = await actor.receive(turnInput(message, context), ifNumber);
        return received === "retired" ? received : sentTo(key, received, actor.watch);
      },
      there: async (asking) => {
        const received = await asking.send(message, context, ifNumber);
        return received && sentTo(key, received, endedWatch());
      },
    });
  }

  /**
   * Cancels a task; resolves when it is canceled.
   *
   * @throws A2AError `TaskNotFoundError`, `TaskNotCancelableError`
   */
  async cancel(key: TaskKey, context: TurnContext): Promise<void> {
    this.#assertOpen();
    await this.#writers.withTask(key, {
      here: async (actor) => {
        // Again, for a task that is let go of while it is canceled.
        this.#assertOpen();
        const isAllowed = isTerminal(actor.log.task.status.state) || (await this.#mayCancel(actor, context));
        if (!isAllowed) throw new A2AError("TaskNotCancelableError", `the agent does not let go of task ${key.id}`);
        return actor.cancel();
      },
      there: (asking) => asking.cancel(context),
    });
  }

  /** Goes on with what processes have left that have ended. */
  async takeOver(): Promise<void> {
    if (!this.#isClosed) await this.#writers.takeOver();
  }

  /** Whether the runtime takes no more work. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  async #lapse(): Promise<void> {
    const { logger } = this.#options;
    logger.warn({}, "this process did not show in time that it lives: its tasks are not its own any more");
    await this.#writers.lapse().catch((error) => logger.warn({ error }, "tasks that lapsed could not be let go of"));
  }

  /** Takes no more work, stops every running turn, and lets readers end with what there is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = await Promise.allSettled(this.#writers.values());
    await Promise.all(
      running.map((outcome) => (outcome.status === "fulfilled" && outcome.value !== "held" ? outcome.value.shutDown() : undefined)),
    );
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

  /** Answers what another process asks that takes this one for the task's. */
  async #answer(key: TaskKey, request: unknown): Promise<RelayedAnswer> {
    try {
      const asked = readRelayed(request);
      const actor = await this.#writers.of(key);
      if (actor === "held") return { kind: "moved" };
      if (asked.kind === "cancel") {
        await this.cancel(key, asked.context);
        return { kind: "canceled" };
      }
      const { after, task } = await this.reply(key, asked.message, asked.context, asked.ifNumber);
      return task ? { kind: "received", received: { number: after, task } } : { kind: "moved" };
    } catch (error) {
      this.#options.logger.debug({ taskId: key.id, error }, "what another process asked for was refused");
      return relayedError(error);
    }
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

  #assertOpen(): void {
    if (this.#isClosed) throw shuttingDown();
  }
}

function sentTo(key: TaskKey, { number, task }: Received, watch: TaskWatch): SentToTask {
  return { kind: "task", key, after: number, task, watch };
}

/** Of a task that is written elsewhere there is nothing to watch but its log. */
function endedWatch(): TaskWatch {
  const watch = new TaskWatch();
  watch.end();
  return watch;
}

/** Whether a task could not be begun because it is there. */
function isTaken(error: unknown): boolean {
  const cause = isA2AError(error) ? error.cause : error;
  return cause instanceof LocalError && cause.code === "CLOSED";
}
