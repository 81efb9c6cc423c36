import type { TaskEvent, TaskState } from "@a2a/core";
import { isTerminal } from "@a2a/core";
import { unreachable } from "@a2a/core/internal";
import type { StopReason } from "./task-run.js";

/** The state that a turn ends in when its agent says none, and what the task says of it. */
export function endOf(stopped: StopReason | undefined): { readonly state: TaskState; readonly words?: string } {
  switch (stopped) {
    case undefined:
      return { state: "TASK_STATE_COMPLETED" };
    case "cancel":
      return { state: "TASK_STATE_CANCELED" };
    case "deadline":
      return { state: "TASK_STATE_FAILED", words: "The agent took too long." };
    case "shutdown":
      return { state: "TASK_STATE_FAILED", words: "The agent was shut down." };
    default:
      return unreachable(stopped);
  }
}

/** Whether a task is over with an event. */
export function endsForGood(event: TaskEvent): boolean {
  return "statusUpdate" in event && isTerminal(event.statusUpdate.status.state);
}
