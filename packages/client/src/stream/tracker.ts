import type { Message, StreamResponse, Task } from "@a2a/core";
import { copyTask, isInterrupted, isTerminal, LocalError } from "@a2a/core/internal";
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
  readonly #id: string | undefined;
  readonly #sent: string | undefined;
  readonly #isNew: boolean;
  #isMoved: boolean;
  // Of a message to a task nobody has said what the task was before, nor what became of it.
  #isGuess = false;
  #doubt: Task["status"] | undefined;
  // The stream said so itself: a task that was over before may begin anew, one that ends here does not.
  #isFinal = false;
  // The last number of the stream that is open, and what it stood for.
  #last: { readonly number: number; readonly events: readonly StreamResponse[] } | undefined;
  #isUnnumbered = false;
  // The task was asked for beside its stream, which may begin with what it is as well: up to its first number.
  #isShown = false;

  /**
   * @param options.id the task that is followed, where that is known
   * @param options.sent id of the reader's message to a task that was there before: as long as it waits as it did, it waits for that
   * @param options.isNew the reader's message begins the task, whose first number then is 1
   */
  constructor({ id, sent, isNew = false }: { readonly id?: string; readonly sent?: string | undefined; readonly isNew?: boolean }) {
    this.#id = id;
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

  /** A stream begins. */
  open(): void {
    this.#last = undefined;
  }

  /** Takes what arrived, and gives what of it is new. @throws LocalError `BAD_RESPONSE` for what is told of another task */
  take(frame: Frame): readonly StreamResponse[] {
    const { events, isAside = false, isLast } = frame;
    this.isHeard ||= !isAside;
    if (!this.#moveTo(frame)) return [];
    this.isEnd ||= isLast;
    const news: StreamResponse[] = [];
    for (const each of events) {
      this.#assertOwn(taskIdOf(each));
      const event: StreamResponse = each.task ? { task: saidOnce(each.task) } : each;
      if (this.#hasHeard(event) || this.#isTooLate(event)) continue;
      news.push(event);
      this.#fold(event);
      this.#isFinal ||= !isAside && this.#isMoved && this.state === "over" && !event.artifactUpdate;
    }
    this.#isShown = isAside || (this.#isShown && this.position === undefined);
    return news;
  }

  /** Takes the task as it is, and gives what was missed. @throws LocalError `BAD_RESPONSE` for another task */
  meet(asIs: Task, position?: number): readonly StreamResponse[] {
    this.#assertOwn(asIs.id);
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

  /** Whether what comes with a number is new. */
  #moveTo({ id, events, isAside = false }: Frame): boolean {
    const position = this.#isUnnumbered ? undefined : positionOf(id);
    if (position === undefined) {
      this.isComplete &&= isAside;
      return true;
    }
    if (this.#last && position <= this.#last.number) {
      if (isSaid(events, this.#last.events)) return false;
      // What stands for several events, or goes back, is no number.
      this.#isUnnumbered = true;
      this.position = undefined;
      this.isComplete = false;
      return true;
    }
    this.#last = { number: position, events };
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

  #assertOwn(id: string | undefined): void {
    const own = this.task?.id ?? this.#id;
    if (own === undefined || id === undefined || id === own) return;
    throw new LocalError("BAD_RESPONSE", `the agent tells of task ${id} where task ${own} is followed`);
  }

  #fold(event: StreamResponse): void {
    this.#isGuess = event.artifactUpdate ? this.#isGuess || (this.task === undefined && this.#sent !== undefined) : false;
    if (event.message) this.reply = event.message;
    else this.task = foldEvent(this.task, event);
    this.#isMoved ||= event.statusUpdate !== undefined;
  }
}

function taskIdOf({ task, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return task?.id ?? (statusUpdate ?? artifactUpdate)?.taskId;
}

/** Whether the same was said before. Versions without ids for messages have new ones at each reading. */
function isSaid(events: readonly StreamResponse[], before: readonly StreamResponse[]): boolean {
  const [now, then] = [events, before].map((all) => JSON.stringify(all, (name, value) => (name === "messageId" ? undefined : value)));
  return now === then;
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
