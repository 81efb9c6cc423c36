import type { Message, StreamResponse, Task } from "@a2a/core";
import { copyTask, isInterrupted, isTerminal } from "@a2a/core";
import type { Frame } from "../transport/transport.js";
import { catchUp } from "./catch-up.js";
import { foldEvent } from "./fold-task.js";

/** What a reader of a stream knows: the task, folded, and how far it is sure to have everything. */
export interface Tracker {
  readonly task: Task | undefined;
  /** The agent's direct reply, where it made no task. */
  readonly reply: Message | undefined;
  /** Number of the last event, where the agent numbers them. */
  readonly position: number | undefined;
  /** The agent has said something, in answer to the reader's message or as the task's stream. */
  readonly isHeard: boolean;
  /** The agent numbered every event, and none is missing. */
  readonly isComplete: boolean;
  /** Whether the task is over, or waits for its client since the reader's message. */
  readonly state: "running" | "waiting" | "over";
  /** Takes what arrived, and gives what of it is new. */
  take(frame: Frame): readonly StreamResponse[];
  /** The agent said that nothing follows. */
  readonly isEnd: boolean;
  /** Takes the task as it is, and gives what was missed. */
  meet(task: Task, position?: number): readonly StreamResponse[];
  /** Takes the answer to the reader's message. */
  hear(answer: Task | Message): readonly StreamResponse[];
}

/** @param sent id of the reader's message to a task that was there before: as long as it waits as it did, it waits for that */
export function createTracker(sent: string | undefined): Tracker {
  let task: Task | undefined;
  let reply: Message | undefined;
  let position: number | undefined;
  let isComplete = true;
  let isEnd = false;
  let isHeard = false;
  let isMoved = sent === undefined;

  function fold(event: StreamResponse): void {
    if (event.message) {
      reply = event.message;
      return;
    }
    task = foldEvent(task, event);
    isMoved ||= event.statusUpdate !== undefined;
  }

  return {
    get task() {
      return task;
    },
    get reply() {
      return reply;
    },
    get position() {
      return position;
    },
    get isComplete() {
      return isComplete;
    },
    get isHeard() {
      return isHeard;
    },
    get isEnd() {
      return isEnd;
    },
    get state() {
      if (reply) return "over";
      const state = task?.status.state;
      if (!state) return "running";
      return isTerminal(state) ? "over" : isInterrupted(state) && isMoved ? "waiting" : "running";
    },
    take({ events, id, isAside, isLast }) {
      isEnd ||= isLast;
      isHeard ||= !isAside;
      const now = positionOf(id);
      if (now === undefined) isComplete &&= isAside === true;
      else {
        if (position !== undefined && now <= position) return [];
        isComplete &&= position === undefined || now === position + 1;
        position = now;
      }
      for (const event of events) fold(event);
      return events;
    },
    meet(now, at) {
      const missed: readonly StreamResponse[] = task ? catchUp(task, now) : [{ task: now }];
      isMoved ||= task ? missed.some((event) => event.statusUpdate) : holds(now, sent);
      task = copyTask(now);
      position = at ?? position;
      isHeard = true;
      return missed;
    },
    hear(answer) {
      isMoved = true;
      isHeard = true;
      const event: StreamResponse = "messageId" in answer ? { message: answer } : { task: answer };
      fold(event);
      return [event];
    },
  };
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
