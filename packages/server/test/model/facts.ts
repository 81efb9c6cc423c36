import type { Task, TaskState } from "@a2a/core";
import { applyEvent, isTerminal } from "@a2a/core";
import type { LogEntry } from "@a2a/server";
import type { ClientTask } from "./client-call.js";
import { lineOf, outlineOf } from "./outline.js";
import type { TurnRecord } from "./scripted-agent.js";
import type { Known } from "./task-model.js";
import { TaskModel } from "./task-model.js";

/** A task when nothing goes on any more, as its log has it. */
export interface Facts {
  readonly task: ClientTask;
  readonly log: readonly LogEntry[];
  /** The fold of the log up to each number; there is none at 0. */
  readonly folds: readonly Fold[];
  /** What the agent has replied instead of beginning a task. */
  readonly reply: string | undefined;
  /** A turn goes on. */
  readonly isRunning: boolean;
  /** The agent has said what no agent may say. */
  readonly isBroken: boolean;
}

/** A task at one number of its log. */
export interface Fold {
  readonly state: TaskState | undefined;
  readonly json: string;
}

/**
 * Folds a log, which has to be one that the model explains.
 *
 * @throws Error where the model does not
 */
export function factsOf(task: ClientTask, log: readonly LogEntry[], { turns, cancels }: Pick<Known, "turns" | "cancels">): Facts {
  const { firstMessage, isAtOnce, id: taskId = "" } = task;
  if (log.some(({ number }, at) => number !== at + 1)) throw new Error(`the log is numbered ${log.map(({ number }) => number).join(", ")}`);
  const model = new TaskModel(log, { taskId, firstMessage, isAtOnce, turns, cancels });
  model.explain();
  const folds: Fold[] = [{ state: undefined, json: "" }];
  let folded: Task | undefined;
  for (const { event, received } of log) {
    folded = applyEvent(folded, event, received);
    folds.push({ state: folded.status.state, json: JSON.stringify(folded) });
  }
  const is = folded && lineOf(outlineOf(folded));
  const wanted = lineOf(model.outline);
  if (is && is !== wanted) throw new Error(`the log makes\n  ${is}\ninstead of\n  ${wanted}`);
  const deeds = turns.flatMap((turn) => turn.deeds);
  return {
    task,
    log,
    folds,
    reply: replyIn(log, turns),
    isRunning: model.isRunning,
    isBroken: deeds.some(({ step }) => step === "breaks the protocol"),
  };
}

/** The state at the end of the log. */
export function stateOf({ folds }: Facts): TaskState | undefined {
  return folds.at(-1)?.state;
}

/** Whether the task was over when the log was that long. */
export function isOverAt(facts: Facts, length: number): boolean {
  const state = stateOf(facts);
  return state !== undefined && isTerminal(state) && length >= facts.log.length;
}

/** Number of the entry that took a message. */
export function takenAt(messageId: string | undefined, { task, log }: Facts): number | undefined {
  if (messageId === task.firstMessage) return log[0]?.number;
  return log.find(({ received }) => received && received.messageId === messageId)?.number;
}

function replyIn(log: readonly LogEntry[], turns: readonly TurnRecord[]): string | undefined {
  const deed = turns[0]?.deeds[0];
  return log.length === 0 && deed?.step === "message" ? deed.text : undefined;
}
