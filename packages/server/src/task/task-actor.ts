import type { Message, Task, TaskState } from "@a2a/core";
import { A2AError, copyTask, isA2AError, isTerminal } from "@a2a/core";
import type { AgentDefinition, Turn } from "../agent/agent.js";
import type { TurnInput } from "../agent/turn-input.js";
import { deferred } from "../deferred.js";
import type { Logger } from "../logger.js";
import type { TaskLog } from "./task-log.js";
import type { StopReason, TaskRun } from "./task-run.js";
import { createRun, yieldsOf } from "./task-run.js";
import { endOf, endsForGood } from "./turn-end.js";
import type { Said } from "./yield-to-event.js";
import { readYield, statusEvent } from "./yield-to-event.js";

/** What actors share. */
export interface ActorOptions {
  readonly definition: AgentDefinition;
  readonly logger: Logger;
  /** How long a stopped turn may go on before it is closed over its head. */
  readonly stopTimeoutMs: number;
  /** How long a turn may take; absent for no limit. */
  readonly deadlineMs?: number;
  makeId(): string;
  now(): string;
  countTasks(actor: TaskActor): Promise<number>;
  onRetired(actor: TaskActor): void;
}

/** How a new task is begun. */
export interface BeginOptions {
  /** Store it before the agent has yielded anything. */
  readonly atOnce: boolean;
  /** A message as first yield is the answer instead of a task; where not, it becomes a completed task. */
  readonly directReplies: boolean;
}

/** How a new task began: with the agent's direct reply instead of it, or stored. */
export type Begun = { readonly reply: Message } | { readonly reply?: never };

/**
 * The one writer of a task. Messages, cancels and what the agent yields go through one mailbox and are applied one after another; nobody else
 * appends. Idle, it retires and gives the task back to the store.
 */
export class TaskActor {
  readonly log: TaskLog;
  readonly #options: ActorOptions;
  #mailbox: Promise<unknown> = Promise.resolve();
  #run: TaskRun | undefined;
  #isRetired = false;
  #directReplies = true;
  #fault: A2AError | undefined;
  readonly #begun = deferred<Begun>();
  #ended = deferred<void>();

  constructor(log: TaskLog, options: ActorOptions) {
    this.log = log;
    this.#options = options;
  }

  /** The error that a blocking sender gets instead of a failed task: the agent broke the protocol. */
  get fault(): A2AError | undefined {
    return this.#fault;
  }

  /** The turn being worked on. */
  get turn(): Turn | undefined {
    return this.#run?.turn;
  }

  /** Begins a new task. It is stored at the agent's first yield, or at once. */
  async begin(input: TurnInput, { atOnce, directReplies }: BeginOptions): Promise<Begun> {
    this.#directReplies = directReplies;
    await this.#apply(async () => {
      if (atOnce) await this.#create("TASK_STATE_SUBMITTED");
      this.#start(input);
    });
    return atOnce ? {} : this.#begun.promise;
  }

  /** Resolves when the task is stored, or replied to without being stored. */
  async hasBegun(): Promise<void> {
    await this.#begun.promise;
  }

  /**
   * Records a client's message. A running turn finds it in its inbox, otherwise it starts a turn.
   *
   * @returns the task with it and the number of its entry, or `retired` where this actor has let go of the task
   * @throws A2AError `InvalidTaskStateError` where the task is over
   */
  receive(input: TurnInput): Promise<{ readonly number: number; readonly task: Task } | "retired"> {
    return this.#apply(async () => {
      if (this.#isRetired) return "retired";
      this.#assertOpen("InvalidTaskStateError");
      await this.#status("TASK_STATE_WORKING", undefined, { received: input.message });
      if (this.#run) this.#run.inbox.put(input);
      else this.#start(input);
      return { number: this.log.number, task: copyTask(this.log.task) };
    });
  }

  /**
   * Ends the task as canceled. A running turn is told by its signal and given a bounded time.
   *
   * @throws A2AError `TaskNotCancelableError` where the task is over, or ended otherwise meanwhile
   */
  async cancel(): Promise<"canceled" | "retired"> {
    const outcome = await this.#apply(async () => {
      if (this.#isRetired) return "retired";
      this.#assertOpen("TaskNotCancelableError");
      if (this.#run) this.#stop(this.#run, "cancel");
      else await this.#end("TASK_STATE_CANCELED");
      return "canceled";
    });
    if (outcome === "retired") return "retired";
    await this.#ended.promise;
    if (this.log.task.status.state !== "TASK_STATE_CANCELED") this.#assertOpen("TaskNotCancelableError");
    return "canceled";
  }

  /** Lets go of the task where nothing runs. */
  rest(): Promise<void> {
    return this.#apply(async () => {
      if (!this.#run && !this.#isRetired) await this.#letGo();
    });
  }

  /** Ends a running turn because the process ends. */
  async shutDown(): Promise<void> {
    await this.#apply(async () => {
      if (this.#run) this.#stop(this.#run, "shutdown");
      else this.#ended.resolve();
    });
    await this.#ended.promise;
  }

  #apply<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#mailbox.then(step);
    this.#mailbox = result.catch(() => undefined);
    return result;
  }

  #start(input: TurnInput, waiting: readonly TurnInput[] = []): void {
    const { makeId, now, deadlineMs } = this.#options;
    const run = createRun(this.log, input, { waiting, countTasks: () => this.#options.countTasks(this), makeId, now });
    this.#run = run;
    this.#ended = deferred();
    const deadline = deadlineMs === undefined ? undefined : setTimeout(() => this.#stop(run, "deadline"), deadlineMs);
    void this.#drive(run).finally(() => clearTimeout(deadline));
  }

  async #drive(run: TaskRun): Promise<void> {
    try {
      for await (const value of yieldsOf(this.#options.definition, run.turn)) {
        const said = readYield(value, run.ids);
        const goesOn = await this.#apply(() => this.#say(run, said));
        if (!goesOn) break;
      }
      await this.#apply(() => this.#finish(run));
    } catch (error) {
      await this.#apply(() => this.#fail(run, error)).catch((failure: unknown) => this.#abandon(run, failure));
    }
  }

  /** Appends what the agent said; false where the turn is over with it. */
  async #say(run: TaskRun, said: Said): Promise<boolean> {
    if (run.isOver) return false;
    if (said.kind === "message") {
      if (this.log.number === 0) {
        if (this.#directReplies) this.#reply(run, said.message);
        else await this.#complete(run, said.message);
        return false;
      }
      await this.#status("TASK_STATE_WORKING", said.message);
      return true;
    }
    // A stopped turn cannot go to sleep: it ends as it was told to, unless the agent ends it for good.
    if (said.ends && run.stopped && !endsForGood(said.event)) {
      await this.#finish(run);
      return false;
    }
    const isStatus = "statusUpdate" in said.event;
    if (this.log.number === 0) await this.#create(isStatus ? "TASK_STATE_SUBMITTED" : "TASK_STATE_WORKING");
    else if (!isStatus && this.log.task.status.state !== "TASK_STATE_WORKING") await this.#status("TASK_STATE_WORKING");
    await this.log.append(said.event, this.#options.now(), said.ends ? { endsTurn: true } : {});
    if (said.ends) await this.#close(run);
    return !said.ends;
  }

  /** Makes a completed task of a direct reply. */
  async #complete(run: TaskRun, words: Message): Promise<void> {
    await this.#create("TASK_STATE_WORKING");
    await this.#status("TASK_STATE_COMPLETED", words, { endsTurn: true });
    await this.#close(run);
  }

  /** Ends a turn whose agent is done, or whose time is. */
  async #finish(run: TaskRun): Promise<void> {
    if (run.isOver) return;
    if (this.log.number === 0) await this.#create("TASK_STATE_WORKING");
    const { state, words } = endOf(run.stopped);
    await this.#status(state, words === undefined ? undefined : this.#words(run, words), { endsTurn: true });
    await this.#close(run);
  }

  async #fail(run: TaskRun, error: unknown): Promise<void> {
    if (run.isOver) return;
    // A turn that is told to stop may well end by throwing.
    if (run.stopped) return this.#finish(run);
    const { logger } = this.#options;
    if (isA2AError(error) && error.code === "InvalidAgentResponseError") {
      this.#fault = error;
      logger.error({ taskId: this.log.of.key.id, detail: error.message }, "the agent yielded what the protocol forbids");
    } else logger.error({ taskId: this.log.of.key.id, error }, "the agent threw");
    run.abort.abort(new DOMException("the turn failed", "AbortError"));
    if (this.log.number === 0) await this.#create("TASK_STATE_WORKING");
    await this.#status("TASK_STATE_FAILED", this.#words(run, "The agent failed."), { endsTurn: true });
    await this.#close(run);
  }

  /** Lets go of a task that can no longer be written: its store failed, or another writer has it. */
  #abandon(run: TaskRun, error: unknown): void {
    this.#options.logger.error({ taskId: this.log.of.key.id, error }, "the task could not be written");
    run.isOver = true;
    run.abort.abort(new DOMException("the task was lost", "AbortError"));
    run.inbox.close();
    this.#begun.reject(error);
    this.#retire();
  }

  #reply(run: TaskRun, { taskId: _, ...reply }: Message): void {
    run.isOver = true;
    run.inbox.close();
    this.#begun.resolve({ reply });
    this.#retire();
  }

  async #close(run: TaskRun): Promise<void> {
    run.isOver = true;
    this.#run = undefined;
    const [next, ...waiting] = run.inbox.close();
    if (next && !isTerminal(this.log.task.status.state)) {
      await this.#status("TASK_STATE_WORKING");
      this.#start(next, waiting);
      return;
    }
    await this.#letGo();
  }

  #stop(run: TaskRun, reason: StopReason): void {
    if (run.isOver || run.stopped) return;
    run.stopped = reason;
    run.abort.abort(new DOMException(`the turn was stopped: ${reason}`, "AbortError"));
    const timer = setTimeout(() => {
      this.#apply(() => this.#finish(run)).catch((error: unknown) => this.#abandon(run, error));
    }, this.#options.stopTimeoutMs);
    void this.#ended.promise.finally(() => clearTimeout(timer));
  }

  async #end(state: TaskState): Promise<void> {
    await this.#status(state, undefined, { endsTurn: true });
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    await this.log.release();
    this.#retire();
  }

  #retire(): void {
    this.#isRetired = true;
    this.#run = undefined;
    this.#options.onRetired(this);
    this.#ended.resolve();
  }

  async #create(state: TaskState): Promise<void> {
    const { task } = this.log;
    await this.log.append({ task: { ...task, status: { state, timestamp: this.#options.now() } } }, this.#options.now());
    this.#begun.resolve({});
  }

  #status(state: TaskState, words?: Message, also: Parameters<TaskLog["append"]>[2] = {}): Promise<void> {
    const { key, contextId } = this.log.of;
    return this.log.append(statusEvent(state, { taskId: key.id, contextId, now: this.#options.now }, words), this.#options.now(), also);
  }

  #words(run: TaskRun, text: string): Message {
    const { taskId, contextId } = run.ids;
    return { messageId: this.#options.makeId(), role: "ROLE_AGENT", parts: [{ text }], taskId, contextId };
  }

  #assertOpen(code: "InvalidTaskStateError" | "TaskNotCancelableError"): void {
    const { id, status } = this.log.task;
    if (isTerminal(status.state)) throw new A2AError(code, `task ${id} is over: ${status.state}`);
  }
}
