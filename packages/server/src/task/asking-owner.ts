import type { Message } from "@a2a/core";
import { A2AError, applyEvent } from "@a2a/core";
import type { TurnContext } from "../agent/turn-input.js";
import { LazyAbort } from "../lazy-abort.js";
import type { Relay, StoredTask, TaskStore } from "../store/store.js";
import type { Received, Relayed, RelayedAnswer } from "./relayed.js";
import { readRelayedAnswer } from "./relayed.js";

/** Whom to ask for what, and how long. */
export interface AskingOptions {
  readonly store: TaskStore;
  readonly relay: Relay;
  /** The task before anything is asked for. */
  readonly stored: StoredTask;
  readonly timeoutMs: number;
}

const batchSize = 256;

/** Asks the process that has a task. Each answer is undefined where that has let go of it, so that somebody else is to be asked. */
export class AskingOwner {
  readonly #options: AskingOptions;

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  /**
   * Gives a message to the task.
   *
   * @param ifNumber refuses the message where the task's last entry has another number
   * @throws A2AError what the owner throws; `ResourceUnavailableError` where it does not answer
   */
  async send(message: Message, context: TurnContext, ifNumber?: number): Promise<Received | undefined> {
    const answer = await this.#ask({ kind: "message", message, context, ifNumber });
    if (answer?.kind === "received") return answer.received;
    // It may have ended right after it took the message up, and then it is not to be taken up twice.
    return answer ? undefined : this.#receivedInLog(message.messageId);
  }

  /**
   * Cancels the task.
   *
   * @throws A2AError what the owner throws; `ResourceUnavailableError` where it does not answer
   */
  async cancel(context: TurnContext): Promise<"canceled" | undefined> {
    const answer = await this.#ask({ kind: "cancel", context });
    return answer?.kind === "canceled" ? answer.kind : undefined;
  }

  async #ask(request: Relayed): Promise<RelayedAnswer | undefined> {
    const { relay, stored, timeoutMs } = this.#options;
    const left = new LazyAbort();
    const timer = setTimeout(() => left.abort("the process that has the task does not answer"), timeoutMs);
    try {
      const value = await relay.ask(stored.key, request, left);
      const answer = value === undefined ? undefined : readRelayedAnswer(value);
      if (answer?.kind === "error") throw new A2AError(answer.code, answer.message, answer);
      if (!answer && left.isAborted) throw new A2AError("ResourceUnavailableError", `task ${stored.key.id} is not answered for`);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async #receivedInLog(messageId: string): Promise<Received | undefined> {
    const { store, stored } = this.#options;
    let { task } = stored;
    for (let after = stored.number; ; after += batchSize) {
      const entries = await store.read(stored.key, after, batchSize);
      if (entries === "gone" || entries.length === 0) return undefined;
      for (const { number, event, received } of entries) {
        task = applyEvent(task, event, received);
        if (received?.messageId === messageId) return { number, task };
      }
    }
  }
}
