import type { TaskState } from "@a2a/core";
import { A2AError, LocalError } from "@a2a/core";
import type { TurnInput } from "../agent/turn-input.js";
import { deferred } from "../deferred.js";
import type { MaybePromise } from "../maybe-promise.js";
import { after } from "../maybe-promise.js";
import type { ActorOptions, Begun } from "./actor-options.js";
import type { TaskLog } from "./task-log.js";
import { TaskWatch } from "./task-watch.js";
import { assertOpen } from "./turn-end.js";

/** A writer's hold of its task: what it writes, who is told of it, and how it lets go. */
export class TaskHold {
  readonly log: TaskLog;
  readonly watch: TaskWatch = new TaskWatch();
  readonly #options: ActorOptions;
  readonly #begun = deferred<Begun>();
  readonly #onRetired: (() => void)[] = [];
  #isRetired = false;

  /** @param onLoss told where something is lost that the agent has said */
  constructor(log: TaskLog, options: ActorOptions, onLoss: (error: unknown) => void) {
    this.log = log;
    this.#options = options;
    log.listen({ begun: () => this.#begun.resolve({}), lost: onLoss });
    if (log.number > 0) this.#begun.resolve({});
  }

  /** Resolves when the task is stored, or replied to without being stored. */
  get begun(): Promise<Begun> {
    return this.#begun.promise;
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Adds the task itself. */
  create(state: TaskState, { context }: TurnInput): void {
    this.log.addTask(state, this.#options.now(), this.#options.leavesTasks ? { context } : {});
  }

  /** Adds a status. */
  status(state: TaskState, facts: Parameters<TaskLog["addStatus"]>[2] = {}): void {
    this.log.addStatus(state, this.#options.now(), facts);
  }

  /** Writes what was added; then everyone may know. */
  commit<T>(then: () => MaybePromise<T>, also?: Parameters<TaskLog["commit"]>[0]): MaybePromise<T> {
    return after(this.log.commit(also), then);
  }

  /** Ends without a task: what began it is answered, or refused. */
  endUnstored(outcome: Begun | { readonly error: unknown }): false {
    if ("error" in outcome) this.#begun.reject(outcome.error);
    else this.#begun.resolve(outcome);
    return this.retire();
  }

  /** Lets go of a task that another process goes on with, or nobody until it is asked for. */
  letGo(): MaybePromise<false> {
    return after(this.#giveBack(), () => this.retire());
  }

  /** Lets go of a task that cannot be written: its store failed, or another writer has it. */
  abandon(error: unknown): void {
    const { logger, leavesTasks } = this.#options;
    const facts = { taskId: this.log.of.key.id, error };
    // Those who follow it here may go on to: they read what the other process writes.
    const goesOn = leavesTasks && error instanceof LocalError && error.code === "CLOSED";
    if (goesOn) logger.warn(facts, "another process has taken the task over");
    else logger.error(facts, "the task could not be written");
    const fault = new A2AError("InternalError", "the task could not be written", { cause: error });
    if (leavesTasks) void this.#giveBack();
    this.endUnstored({ error: fault });
    if (!goesOn) this.watch.lose(fault);
  }

  retire(): false {
    if (this.#isRetired) return false;
    this.#isRetired = true;
    this.#options.onRetired(this.log.of);
    for (const act of this.#onRetired) act();
    this.watch.end();
    return false;
  }

  /** Calls back when the task is let go of. */
  onRetired(act: () => void): void {
    this.#onRetired.push(act);
  }

  /** Resolves when the task is let go of. */
  retirement(): Promise<void> {
    return this.#isRetired ? Promise.resolve() : new Promise((resolve) => this.#onRetired.push(resolve));
  }

  /** How a task ends that is told to: once it is let go of. @throws A2AError `TaskNotCancelableError` where it ended otherwise */
  async outcomeOfCancel(): Promise<"canceled" | "retired"> {
    await this.retirement();
    if (this.watch.lost.isAborted) throw this.watch.fault;
    if (this.log.task.status.state === "TASK_STATE_CANCELED") return "canceled";
    assertOpen(this.log.task, "TaskNotCancelableError");
    // It goes on in another process, or in none while this one ends.
    return "retired";
  }

  #giveBack(): MaybePromise<void> {
    const { logger, onUnreleased } = this.#options;
    return this.log.release((lease, error) => {
      logger.warn({ taskId: lease.key.id, error }, "a lease could not be given back");
      onUnreleased(lease);
    });
  }
}
