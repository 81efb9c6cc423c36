import type { A2AError, Task } from "@a2a/core";
import { copyTask, isTerminal } from "@a2a/core";
import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import { later } from "./later.js";

/** A task, and the number of the last entry that it includes. */
export interface Settled {
  readonly task: Task;
  readonly number: number;
}

/** What those who wait for a task have to know besides its log. It outlives the task's writer, and keeps nothing of it for long. */
export class TaskWatch {
  #fault: A2AError | undefined;
  readonly #lost = new LazyAbort();
  #settledAt = 0;
  /** A task that is over, for a sender who learns in one step that it has begun and how it ended. One that only waits would be folded on. */
  #over: Settled | undefined;
  #waiting: ((settled: Settled | undefined) => void)[] = [];

  /** The error that a blocking sender gets instead of the task: its agent broke the protocol, or it is lost. */
  get fault(): A2AError | undefined {
    return this.#fault;
  }

  /** Aborted when the task can no longer be written: nothing more is to be waited for. */
  get lost(): Departure {
    return this.#lost;
  }

  /**
   * Resolves with the task once it is over or waits for its client, as of then; with nothing where that shows in the log alone, and when the
   * client has left who asks.
   */
  settled(after: number, left: Departure): Promise<Settled | undefined> {
    if (this.#settledAt > after) return Promise.resolve(this.#over && copied(this.#over));
    return new Promise((resolve) => {
      const stop = left.onAbort(() => resolve(undefined));
      this.#waiting.push((settled) => {
        stop();
        resolve(settled);
      });
    });
  }

  /** The task is over, or waits for its client. */
  settle(number: number, task: Task): void {
    this.#settledAt = number;
    if (this.#waiting.length > 0) this.#answer(() => copied({ task, number }));
    else if (isTerminal(task.status.state)) this.#keep({ task, number });
  }

  /** This writer writes no more. */
  end(): void {
    this.#settledAt = Number.POSITIVE_INFINITY;
    this.#answer(() => undefined);
  }

  /** The agent broke the protocol. */
  blame(fault: A2AError): void {
    this.#fault = fault;
  }

  /** The task can no longer be written. */
  lose(fault: A2AError): void {
    this.#fault = fault;
    this.#lost.abort("the task can no longer be written");
    this.end();
  }

  #keep(over: Settled): void {
    this.#over = over;
    later(() => {
      this.#over = undefined;
    });
  }

  #answer(settled: () => Settled | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(settled());
  }
}

function copied({ task, number }: Settled): Settled {
  return { task: copyTask(task), number };
}
