import type { A2AError } from "@a2a/core";

/** What those who wait for a task have to know besides its log. It outlives the task's writer, and keeps nothing of it. */
export class TaskWatch {
  #fault: A2AError | undefined;
  readonly #lost = new AbortController();

  /** The error that a blocking sender gets instead of the task: its agent broke the protocol, or it is lost. */
  get fault(): A2AError | undefined {
    return this.#fault;
  }

  /** Aborted when the task can no longer be written: nothing more is to be waited for. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The agent broke the protocol. */
  blame(fault: A2AError): void {
    this.#fault = fault;
  }

  /** The task can no longer be written. */
  lose(fault: A2AError): void {
    this.#fault = fault;
    this.#lost.abort();
  }
}
