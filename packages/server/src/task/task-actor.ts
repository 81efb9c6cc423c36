import type { Message } from "@a2a/core";
import { copyTask, isInterrupted, isTerminal, LocalError } from "@a2a/core";
import type { Turn } from "../agent/agent.js";
import type { TurnInput } from "../agent/turn-input.js";
import type { MaybePromise } from "../maybe-promise.js";
import { after } from "../maybe-promise.js";
import type { ActorOptions, BeginOptions, Begun } from "./actor-options.js";
import { runOptions } from "./actor-options.js";
import { assertGeneration } from "./generation-mismatch.js";
import { hearAgent } from "./hear-agent.js";
import { Mailbox } from "./mailbox.js";
import type { Received } from "./relayed.js";
import { TaskHold } from "./task-hold.js";
import type { TaskLog } from "./task-log.js";
import type { StopReason, TaskRun } from "./task-run.js";
import { createRun, stopRun, yieldsOf } from "./task-run.js";
import type { TaskWatch } from "./task-watch.js";
import { tellFailure, tellOfAppend } from "./tell-agent.js";
import { assertOpen, endOf, endsForGood, shuttingDown } from "./turn-end.js";
import { unlessTakenOver } from "./unless-taken-over.js";
import { createYieldLimits } from "./yield-limits.js";
import type { Said } from "./yield-to-event.js";
import { readYield, wordsOf } from "./yield-to-event.js";

const endsTurn = { endsTurn: true } as const;
const andRelease = { release: true } as const;
const andGoOn = (): true => true;

/** What a step of a turn says of it: false where the turn is over. */
type GoesOn = MaybePromise<boolean>;

/**
 * The one writer of a task. Messages, cancels and what the agent yields go through one mailbox and are applied one after another; nobody else
 * appends. Idle, it retires and gives the task back to the store.
 */
export class TaskActor {
  readonly log: TaskLog;
  readonly watch: TaskWatch;
  readonly #options: ActorOptions;
  readonly #hold: TaskHold;
  readonly #mailbox = new Mailbox();
  #run: TaskRun | undefined;
  #directReplies = true;

  constructor(log: TaskLog, options: ActorOptions) {
    this.log = log;
    this.#options = options;
    this.#hold = new TaskHold(log, options, (error) => void (this.#run && this.#fail(this.#run, error)));
    this.watch = this.#hold.watch;
    this.#hold.onRetired(() => {
      this.#run = undefined;
    });
  }

  /** The turn being worked on. */
  get turn(): Turn | undefined {
    return this.#run?.turn;
  }

  /** Begins a new task. It is stored with what the agent says first, or at once. */
  begin(input: TurnInput, { atOnce, directReplies }: BeginOptions): Promise<Begun> {
    this.#directReplies = directReplies;
    if (atOnce) return this.#beginAtOnce(input);
    this.#start(input);
    return this.#hold.begun;
  }

  async #beginAtOnce(input: TurnInput): Promise<Begun> {
    try {
      this.#hold.create("TASK_STATE_SUBMITTED", input);
      await this.#mailbox.apply(() => this.#hold.commit(() => this.#start(input)));
    } catch (error) {
      this.#hold.endUnstored({ error });
    }
    return this.#hold.begun;
  }

  /** Resolves when the task is stored, or replied to without being stored. */
  get hasBegun(): Promise<unknown> {
    return this.#hold.begun;
  }

  /**
   * Records a client's message. A running turn finds it in its inbox, otherwise it starts a turn.
   *
   * @param ifNumber refuses the message where the task's last entry has another number
   * @returns the task with it and the number of its entry, or `retired` where this actor has let go of the task
   * @throws A2AError `InvalidTaskStateError` where the task is over, `TaskGenerationMismatchError`
   */
  async receive(input: TurnInput, ifNumber?: number): Promise<Received | "retired"> {
    return this.#mailbox.apply(() => {
      if (this.#hold.isRetired) return "retired";
      const taking = after(ifNumber === undefined ? undefined : this.log.commit(), () => this.#take(input, ifNumber));
      return this.#options.leavesTasks ? unlessTakenOver(taking, (error) => this.#abandon(error)) : taking;
    });
  }

  #take(input: TurnInput, ifNumber: number | undefined): MaybePromise<Received> {
    assertOpen(this.log.task, "InvalidTaskStateError");
    assertGeneration(this.log.of.key.id, ifNumber, this.log.number);
    const { message: received, context } = input;
    this.#hold.status("TASK_STATE_WORKING", this.#options.leavesTasks ? { received, context } : { received });
    return this.#hold.commit(() => {
      const received = { number: this.log.number, task: copyTask(this.log.task) };
      if (this.#run) this.#run.inbox.put(input);
      else this.#start(input);
      return received;
    });
  }

  /**
   * Ends the task as canceled. A running turn is told by its signal and given a bounded time.
   *
   * @throws A2AError `TaskNotCancelableError` where the task is over, or ended otherwise meanwhile
   */
  async cancel(): Promise<"canceled" | "retired"> {
    const isRetired = await this.#mailbox.apply(() => {
      if (this.#hold.isRetired) return true;
      assertOpen(this.log.task, "TaskNotCancelableError");
      if (this.#run) return this.#stop(this.#run, "cancel");
      this.#hold.status("TASK_STATE_CANCELED", endsTurn);
      return this.#hold.commit(() => this.#hold.letGo(), andRelease);
    });
    return isRetired ? "retired" : this.#hold.outcomeOfCancel();
  }

  /**
   * Goes on with a turn that another process has left: runs it again with the messages that it had, or fails the task where there are none to run
   * it with.
   */
  async recover([input, ...waiting]: readonly TurnInput[]): Promise<void> {
    await this.#mailbox.apply(() => {
      if (this.#run || this.#hold.isRetired) return undefined;
      if (input) return this.#start(input, waiting);
      const { makeId } = this.#options;
      const { key, contextId } = this.log.of;
      this.#hold.status("TASK_STATE_FAILED", {
        ...endsTurn,
        words: wordsOf({ makeId, taskId: key.id, contextId }, "The agent's process ended."),
      });
      return this.#hold.commit(() => this.#hold.letGo(), andRelease);
    });
  }

  /** Lets go of a task that a newer lease is given for, and ends what runs. */
  async giveWayTo(token: number): Promise<void> {
    const lost = new LocalError("CLOSED", `the lease of task ${this.log.of.key.id} is no longer good`);
    await this.#mailbox.apply(() => (this.#hold.isRetired || this.log.token >= token ? undefined : this.#abandon(lost)));
  }

  /** Lets go of the task where nothing runs. */
  rest(): MaybePromise<unknown> {
    return this.#mailbox.apply(() => (this.#run || this.#hold.isRetired ? false : this.#hold.letGo()));
  }

  /** Ends a running turn because the process ends. */
  async shutDown(): Promise<void> {
    await this.#mailbox.apply(() => this.#run && this.#stop(this.#run, "shutdown"));
    if (this.#run) await this.#hold.retirement();
  }

  #start(input: TurnInput, waiting: readonly TurnInput[] = []): void {
    const options = runOptions(this.log.of, this.#options);
    const countTasks = async (): Promise<number> => {
      await this.#mailbox.apply(() => this.log.commit());
      return options.countTasks();
    };
    const run = createRun(this.log, input, { ...options, waiting, countTasks });
    this.#run = run;
    void this.#drive(run);
  }

  async #drive(run: TaskRun): Promise<void> {
    const { definition, deadlineMs } = this.#options;
    const deadline = deadlineMs === undefined ? undefined : setTimeout(() => this.#stop(run, "deadline"), deadlineMs);
    const end = (): void => clearTimeout(deadline);
    if (deadline !== undefined) this.#hold.onRetired(end);
    const limit = createYieldLimits(this.#options, this.log.task);
    await hearAgent(() => yieldsOf(definition, run.turn), {
      hear: (value) => {
        const said = readYield(value, run.ids);
        limit(said);
        return this.#mailbox.apply(() => this.#say(run, said));
      },
      finish: () => this.#mailbox.apply(() => this.#finish(run)),
      fail: (error) => this.#fail(run, error),
      end,
    });
  }

  /** Does a step that has to be done; where it cannot be, the task is let go of. */
  #insist(run: TaskRun, step: () => GoesOn): Promise<void> {
    return this.#mailbox.insist(step, (error) => this.#abandon(error, run));
  }

  /** Writes what the agent said. */
  #say(run: TaskRun, said: Said): GoesOn {
    if (run.isOver) return false;
    if (said.kind === "message") return this.#sayMessage(run, said.message);
    // A stopped turn cannot go to sleep: it ends as it was told to, unless the agent ends it for good.
    if (said.ends && run.stopped && !endsForGood(said.event)) return this.#finish(run);
    const isStatus = "statusUpdate" in said.event;
    if (this.log.isEmpty) this.#hold.create(isStatus ? "TASK_STATE_SUBMITTED" : "TASK_STATE_WORKING", run.input);
    else if (!isStatus && this.log.state !== "TASK_STATE_WORKING") this.#hold.status("TASK_STATE_WORKING");
    tellOfAppend(this.#options.logger, said.event, this.log);
    this.log.add(said.event, this.#options.now(), said.ends ? endsTurn : {});
    if (said.ends) return this.#close(run);
    if (!isInterrupted(this.log.state)) return after(this.log.flush(), andGoOn);
    return this.#hold.commit(() => {
      this.watch.settle(this.log.number, this.log.task);
      return true;
    });
  }

  #sayMessage(run: TaskRun, words: Message): GoesOn {
    if (!this.log.isEmpty) {
      this.#hold.status("TASK_STATE_WORKING", { words });
      return after(this.log.flush(), andGoOn);
    }
    if (this.#directReplies) return this.#reply(run, words);
    this.#hold.create("TASK_STATE_WORKING", run.input);
    this.#hold.status("TASK_STATE_COMPLETED", { ...endsTurn, words });
    return this.#close(run);
  }

  /** Ends a turn whose agent is done, or whose time is. */
  #finish(run: TaskRun): GoesOn {
    if (run.isOver) return false;
    if (run.stopped === "shutdown" && this.#options.leavesTasks) return this.#leave(run);
    if (this.log.isEmpty) this.#hold.create("TASK_STATE_WORKING", run.input);
    const { state, words } = endOf(run.stopped);
    this.#hold.status(state, words === undefined ? endsTurn : { ...endsTurn, words: wordsOf(run.ids, words) });
    return this.#close(run);
  }

  #fail(run: TaskRun, error: unknown): Promise<void> {
    return this.#insist(run, () => this.#endFailed(run, error));
  }

  #endFailed(run: TaskRun, error: unknown): GoesOn {
    if (run.isOver) return false;
    this.log.forgive();
    // A turn that is told to stop may well end by throwing.
    if (run.stopped) return this.#finish(run);
    const { words, fault } = tellFailure(this.#options.logger, this.log, error);
    if (fault) this.watch.blame(fault);
    run.abort.abort("the turn failed");
    if (this.log.isEmpty) this.#hold.create("TASK_STATE_WORKING", run.input);
    this.#hold.status("TASK_STATE_FAILED", { ...endsTurn, words: wordsOf(run.ids, words) });
    return this.#close(run);
  }

  #abandon(error: unknown, run = this.#run): void {
    if (run) run.isOver = true;
    run?.abort.abort("the task was lost");
    run?.inbox.close();
    this.#hold.abandon(error);
  }

  /** Lets go of a task that goes on in another process. */
  #leave(run: TaskRun): GoesOn {
    return after(this.log.commit(), () => {
      run.isOver = true;
      // A message that has become no task yet would be lost with its sender unaware.
      return this.log.isEmpty ? this.#hold.endUnstored({ error: shuttingDown() }) : this.#hold.letGo();
    });
  }

  #reply(run: TaskRun, { taskId: _, ...reply }: Message): false {
    run.isOver = true;
    run.inbox.close();
    return this.#hold.endUnstored({ reply });
  }

  /** Writes how a turn ends. What was not read of its messages begins the next. */
  #close(run: TaskRun): GoesOn {
    const [next, ...waiting] = run.inbox.close();
    const goesOn = next && !isTerminal(this.log.state);
    if (goesOn) this.#hold.status("TASK_STATE_WORKING");
    const commitAnd = goesOn ? undefined : andRelease;
    return this.#hold.commit(() => {
      run.isOver = true;
      this.#run = undefined;
      if (goesOn) {
        this.#start(next, waiting);
        return false;
      }
      this.watch.settle(this.log.number, this.log.task);
      return this.#hold.letGo();
    }, commitAnd);
  }

  #stop(run: TaskRun, reason: StopReason): false {
    if (!stopRun(run, reason)) return false;
    const timer = setTimeout(() => void this.#insist(run, () => this.#finish(run)), this.#options.stopTimeoutMs);
    this.#hold.onRetired(() => clearTimeout(timer));
    return false;
  }
}
