import type { Message, StreamResponse, Task } from "@a2a/core";
import { copyTask, isInterrupted, isTerminal } from "@a2a/core/internal";
import type { Frame } from "../transport/transport.js";
import { catchUp, isKnown, isOutdated, isSameStatus, saidOnce } from "./catch-up.js";
import { foldEvent } from "./fold-task.js";

/** What a reader of a stream knows: the task, folded, and how far it is sure to have everything. */
export class Tracker {
  task: Task | undefined;
  /** The agent's direct reply, where it made no task. */
  reply: Message | undefined;
  /** Number of the last event, where the agent numbers them. */
  position: number | undefined;
  /** The agent numbered every event, and none is missing. */
  isComplete = true;
  /** The agent has said something, in answer to the reader's message or as the task's stream. */
  isHeard = false;
  /** The agent said that nothing follows. */
  isEnd = false;
  readonly #sent: string | undefined;
  readonly #isNew: boolean;
  #isMoved: boolean;
  // Of a message to a task nobody has said what the task was before, nor what became of it.
  #isGuess = false;
  #doubt: Task["status"] | undefined;
  // The stream said so itself: a task that was over before may begin anew, one that ends here does not.
  #isFinal = false;
  // The task was asked for beside its stream, which may begin with what it is as well: up to its first number.
  #isShown = false;

  /**
   * @param options.sent id of the reader's message to a task that was there before: as long as it waits as it did, it waits for that
   * @param options.isNew the reader's message begins the task, whose first number then is 1
   */
  constructor({ sent, isNew = false }: { readonly sent?: string | undefined; readonly isNew?: boolean }) {
    this.#sent = sent;
    this.#isNew = isNew;
    this.#isMoved = sent === undefined;
  }

  /** Whether the task is over, or waits for its client since the reader's message. */
  get state(): "running" | "waiting" | "over" {
    const state = this.task?.status.state;
    if (this.reply || (state && isTerminal(state))) return "over";
    return state && isInterrupted(state) && this.#isMoved ? "waiting" : "running";
  }

  /** Takes what arrived, and gives what of it is new. */
  take({ events, id, isAside = false, isLast }: Frame): readonly StreamResponse[] {
    this.isEnd ||= isLast;
    this.isHeard ||= !isAside;
    if (!this.#moveTo(positionOf(id), isAside)) return [];
    const news: StreamResponse[] = [];
    for (const each of events) {
      const event: StreamResponse = each.task ? { task: saidOnce(each.task) } : each;
      if (this.#hasHeard(event) || this.#isTooLate(event)) continue;
      news.push(event);
      this.#fold(event);
      this.#isFinal ||= !isAside && this.#isMoved && this.state === "over" && !event.artifactUpdate;
    }
    this.#isShown = isAside || (this.#isShown && this.position === undefined);
    return news;
  }

  /** Takes the task as it is, and gives what was missed. */
  meet(asIs: Task, position?: number): readonly StreamResponse[] {
    const { task } = this;
    const now = saidOnce(asIs);
    this.#isGuess ||= task === undefined && this.#sent !== undefined;
    const isOld = isOutdated(task, asIs, this.#sent) || this.#isDoubtful(now);
    const missed: readonly StreamResponse[] = task ? catchUp(task, now, isOld) : [{ task: now }];
    this.#isMoved ||= !isOld && (this.#isGuess || missed.some((event) => event.statusUpdate));
    if (isOld && task) for (const event of missed) this.#fold(event);
    else this.task = copyTask(now);
    this.position = position ?? this.position;
    this.isHeard = true;
    return missed;
  }

  /** Takes the answer to the reader's message. */
  hear(answer: Task | Message): readonly StreamResponse[] {
    this.#isMoved = true;
    this.isHeard = true;
    const event: StreamResponse = "messageId" in answer ? { message: answer } : { task: answer };
    this.#fold(event);
    return [event];
  }

  /** Whether an event is known already: where the task was asked for beside the stream, or the same words come again, for words have ids. */
  #hasHeard(event: StreamResponse): boolean {
    const { task } = this;
    const isRepeated =
      event.statusUpdate?.status.message !== undefined && event.statusUpdate.status.message.messageId === task?.status.message?.messageId;
    return task !== undefined && (this.#isShown || isRepeated) && isKnown(task, event);
  }

  /** Whether an event takes back that the task is over. */
  #isTooLate({ task, statusUpdate }: StreamResponse): boolean {
    const status = (task ?? statusUpdate)?.status;
    return this.#isFinal && status !== undefined && !isTerminal(status.state);
  }

  /** Whether an event with that number is new. */
  #moveTo(position: number | undefined, isAside: boolean): boolean {
    if (position === undefined) {
      this.isComplete &&= isAside;
      return true;
    }
    if (this.position !== undefined && position <= this.position) return false;
    this.isComplete &&= this.position === undefined ? !this.#isNew || position === 1 : position === this.position + 1;
    this.position = position;
    return true;
  }

  /** Whether a task may wait for the message that it was sent. It does not where it still waits when the reader comes again. */
  #isDoubtful({ status }: Task): boolean {
    const isFirst = this.#doubt === undefined || !isSameStatus(this.#doubt, status);
    this.#doubt = status;
    return this.#isGuess && isInterrupted(status.state) && isFirst;
  }

  #fold(event: StreamResponse): void {
    this.#isGuess = event.artifactUpdate ? this.#isGuess || (this.task === undefined && this.#sent !== undefined) : false;
    if (event.message) this.reply = event.message;
    else this.task = foldEvent(this.task, event);
    this.#isMoved ||= event.statusUpdate !== undefined;
  }
}

/** Whether a task has a message. */
export function holds({ history = [], status }: Task, messageId: string | undefined): boolean {
  return status.message?.messageId === messageId || history.some((message) => message.messageId === messageId);
}

/**
 * The number that an event's id is. Agents without numbers may give the time instead, which several events have in common: numbers of that size
 * are none.
 */
export function positionOf(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}
