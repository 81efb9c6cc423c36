// What is done in the row of a command: a message, something else once its task has come so far, and the task with its history afterwards.

import type { TaskState } from "@a2a/core";
import { isInterrupted, isTerminal } from "@a2a/core";
import type { Caller } from "./caller.js";
import type { Row, Then } from "./rows.js";

export async function converse(caller: Caller, { say, then }: Row): Promise<void> {
  let following: Promise<void> | undefined;
  await caller.say(say, {
    onState(taskId, state) {
      if (!then || following || !isReached[then.when](state)) return;
      following = then.does === "cancel" ? caller.ask("CancelTask", { id: taskId }) : caller.say(then.does, { taskId });
    },
  });
  await following;
  if (caller.taskId !== undefined) await caller.ask("GetTask", { id: caller.taskId, historyLength: 100 });
}

const isReached: Readonly<Record<Then["when"], (state: TaskState) => boolean>> = {
  working: (state) => state === "TASK_STATE_WORKING",
  waiting: isInterrupted,
  over: isTerminal,
};
