import type { Message, Task, TaskState } from "@a2a/core";
import { A2AError, copyTask, isA2AError, isInterrupted, isTerminal } from "@a2a/core";
import type { Turn, Yield } from "../agent/agent.js";
import type { TurnInput } from "../agent/turn-input.js";
import { deferred } from "../deferred.js";
import type { ActorOptions, BeginOptions, Begun } from "./actor-options.js";
import { runOptions } from "./actor-options.js";
import { createGiveWay } from "./give-way.js";
import { Mailbox } from "./mailbox.js";
import type { TaskLog } from "./task-log.js";
import type { StopReason, TaskRun } from "./task-run.js";
import { createRun, yieldsOf } from "./task-run.js";
import { TaskWatch } from "./task-watch.js";
import { endOf, endsForGood } from "./turn-end.js";
import type { Said } from "./yield-to-event.js";
import { readYield, statusEvent, wordsOf } from "./yield-to-event.js";

const endsTurn = { endsTurn: true } as const;

/**
 * The one writer of a task. Messages, cancels and what the agent yields go through one mailbox and are applied one after another; nobody else
 * appends. Idle, it retires and gives the task back to the store.
 */
export class TaskActor {
  readonly log: TaskLog;
  readonly watch: TaskWatch = new TaskWatch();
  readonly #options: ActorOptions;
  readonly #mailbox = new Mailbox();
  #run: TaskRun | undefined;
  #isRetired = false;
  #directReplies = true;
  readonly #begun = deferred<Begun>();
  readonly #onRetired: (() => void)[] = [];

  constructor(log: TaskLog, options: ActorOptions) {
    this.log = log;
    this.#options = options;
    if (log.number > 0) this.#begun.resolve({});
  }

  /** The turn being worked on. */
  get turn(): Turn | undefined {
    return this.#run?.turn;
  }

  /** Begins a new task. It is stored at the agent's first yield, or at once. */
  async begin(input: TurnInput, { atOnce, directReplies }: BeginOptions): Promise<Begun> {
    this.#directReplies = directReplies;
    if (atOnce) {
      try {
        await this.#mailbox.apply(() => this.#create("TASK_STATE_SUBMITTED"));
      } catch (error) {
        this.#begun.reject(error);
        this.#retire();
        throw error;
      }
    }
    this.#start(input);
    return this.#begun.promise;
  }

  /** Resolves when the task is stored, or replied to without being stored. */
  get hasBegun(): Promise<unknown> {
    return this.#begun.promise;
  }

  /**
   * Records a client's message. A running turn finds it in its inbox, otherwise it starts a turn.
   *
   * @returns the task with it and the number of its entry, or `retired` where this actor has let go of the task
   * @throws A2AError `InvalidTaskStateError` where the task is over
   */
  receive(input: TurnInput): Promise<{ readonly number: number; readonly task: Task } | "retired"> {
    return this.#mailbox.apply(async () => {
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
    const outcome = await this.#mailbox.apply(async () => {
      if (this.#isRetired) return "retired";
      this.#assertOpen("TaskNotCancelableError");
      if (this.#run) this.#stop(this.#run, "cancel");
      else {
        await this.#status("TASK_STATE_CANCELED", undefined, endsTurn);
        await this.#letGo();
      }
      return "canceled";
    });
    if (outcome === "retired") return "retired";
    await this.#retirement();
    if (this.watch.lost.isAborted) throw this.watch.fault;
    if (this.log.task.status.state !== "TASK_STATE_CANCELED") this.#assertOpen("TaskNotCancelableError");
    return "canceled";
  }

  /** Lets go of the task where nothing runs. */
  rest(): Promise<void> {
    return this.#mailbox.apply(async () => {
      if (!this.#run && !this.#isRetired) await this.#letGo();
    });
  }

  /** Ends a running turn because the process ends. */
  async shutDown(): Promise<void> {
    await this.#mailbox.apply(async () => {
      if (this.#run) this.#stop(this.#run, "shutdown");
    });
    if (this.#run) await this.#retirement();
  }

  #start(input: TurnInput, waiting: readonly TurnInput[] = []): void {
    const run = createRun(this.log, input, { waiting, ...runOptions(this.log.of, this.#options) });
    this.#run = run;
    void this.#drive(run);
  }

  async #drive(run: TaskRun): Promise<void> {
    const { definition, deadlineMs } = this.#options;
    const deadline = deadlineMs === undefined ? undefined : setTimeout(() => this.#stop(run, "deadline"), deadlineMs);
    const giveWay = createGiveWay();
    let values: AsyncIterator<Yield> | undefined;
    try {
      values = yieldsOf(definition, run.turn)[Symbol.asyncIterator]();
      for (let next = await values.next(); !next.done; next = await values.next()) {
        const said = readYield(next.value, run.ids);
        if (!(await this.#mailbox.apply(() => this.#say(run, said)))) break;
        const pause = giveWay();
        if (pause) await pause;
      }
      if (!run.isOver) await this.#mailbox.apply(() => this.#finish(run));
    } catch (error) {
      await this.#giveUp(run, error);
    }
    clearTimeout(deadline);
    // Not `for await`: the turn is over for everyone before the agent is let go to clean up. What it throws then concerns nobody.
    await values?.return?.().catch(() => undefined);
  }

  #giveUp(run: TaskRun, error: unknown): Promise<void> {
    return this.#mailbox.apply(() => this.#fail(run, error)).catch((failure: unknown) => this.#abandon(run, failure));
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
    await this.log.append(said.event, this.#options.now(), said.ends ? endsTurn : {});
    if (said.ends) await this.#close(run);
    else if (isInterrupted(this.log.task.status.state)) this.watch.settle(this.log.number, this.log.task);
    return !said.ends;
  }

  /** Makes a completed task of a direct reply. */
  async #complete(run: TaskRun, words: Message): Promise<void> {
    await this.#create("TASK_STATE_WORKING");
    await this.#status("TASK_STATE_COMPLETED", words, endsTurn);
    await this.#close(run);
  }

  /** Ends a turn whose agent is done, or whose time is. */
  async #finish(run: TaskRun): Promise<void> {
    if (run.isOver) return;
    if (run.stopped === "shutdown" && this.#options.leavesTasks) return this.#leave(run);
    if (this.log.number === 0) await this.#create("TASK_STATE_WORKING");
    const { state, words } = endOf(run.stopped);
    await this.#status(state, words === undefined ? undefined : wordsOf(run.ids, words), endsTurn);
    await this.#close(run);
  }

  async #fail(run: TaskRun, error: unknown): Promise<void> {
    if (run.isOver) return;
    // A turn that is told to stop may well end by throwing.
    if (run.stopped) return this.#finish(run);
    const { logger } = this.#options;
    if (isA2AError(error) && error.code === "InvalidAgentResponseError") {
      this.watch.blame(error);
      logger.error({ taskId: this.log.of.key.id, detail: error.message }, "the agent yielded what the protocol forbids");
    } else logger.error({ taskId: this.log.of.key.id, error }, "the agent threw");
    run.abort.abort("the turn failed");
    if (this.log.number === 0) await this.#create("TASK_STATE_WORKING");
    await this.#status("TASK_STATE_FAILED", wordsOf(run.ids, "The agent failed."), endsTurn);
    await this.#close(run);
  }

  /** Lets go of a task that can no longer be written: its store failed, or another writer has it. */
  #abandon(run: TaskRun, error: unknown): void {
    this.#options.logger.error({ taskId: this.log.of.key.id, error }, "the task could not be written");
    const fault = new A2AError("InternalError", "the task could not be written", { cause: error });
    run.isOver = true;
    run.abort.abort("the task was lost");
    run.inbox.close();
    this.#begun.reject(fault);
    this.#retire();
    this.watch.lose(fault);
  }

  /** Lets go of a task that goes on in another process. */
  async #leave(run: TaskRun): Promise<void> {
    run.isOver = true;
    this.#begun.reject(new A2AError("ResourceUnavailableError", "the agent is shutting down"));
    await this.#letGo();
  }

  #reply(run: TaskRun, { taskId: _, ...reply }: Message): void {
    run.isOver = true;
    run.inbox.close();
    this.#begun.resolve({ reply });
    this.#retire();
  }

  async #close(run: TaskRun): Promise<void> {
    const [next, ...waiting] = run.inbox.close();
    const goesOn = next && !isTerminal(this.log.task.status.state);
    if (goesOn) await this.#status("TASK_STATE_WORKING");
    run.isOver = true;
    this.#run = undefined;
    if (goesOn) return this.#start(next, waiting);
    this.watch.settle(this.log.number, this.log.task);
    await this.#letGo();
  }

  #stop(run: TaskRun, reason: StopReason): void {
    if (run.isOver || run.stopped) return;
    run.stopped = reason;
    run.abort.abort(`the turn was stopped: ${reason}`);
    // An agent that waits for messages is not kept waiting. What was not read is in the history, and no turn follows.
    run.inbox.close();
    const timer = setTimeout(() => {
      this.#mailbox.apply(() => this.#finish(run)).catch((error: unknown) => this.#abandon(run, error));
    }, this.#options.stopTimeoutMs);
    this.#onRetired.push(() => clearTimeout(timer));
  }

  async #letGo(): Promise<void> {
    // Leases end by themselves: that one is not given back concerns nobody who waits for this task.
    try {
      await this.log.release();
    } catch (error) {
      this.#options.logger.warn({ taskId: this.log.of.key.id, error }, "a lease could not be given back");
    }
    this.#retire();
  }

  #retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#run = undefined;
    this.#options.onRetired(this.log.of);
    for (const act of this.#onRetired) act();
    this.watch.end();
  }

  #retirement(): Promise<void> {
    return this.#isRetired ? Promise.resolve() : new Promise((resolve) => this.#onRetired.push(resolve));
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

  #assertOpen(code: "InvalidTaskStateError" | "TaskNotCancelableError"): void {
    const { id, status } = this.log.task;
    if (isTerminal(status.state)) throw new A2AError(code, `task ${id} is over: ${status.state}`);
  }
}
