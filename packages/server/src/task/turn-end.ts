import type { Task, TaskEvent, TaskState } from "@a2a/core";
import { A2AError, isTerminal } from "@a2a/core";
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

/** What is refused because the process ends. */
export function shuttingDown(): A2AError {
  return new A2AError("ResourceUnavailableError", "the agent is shutting down");
}

/** @throws A2AError with that code where the task is over */
export function assertOpen({ id, status }: Readonly<Task>, code: "InvalidTaskStateError" | "TaskNotCancelableError"): void {
  if (isTerminal(status.state)) throw new A2AError(code, `task ${id} is over: ${status.state}`);
}

/** Whether a task is over with an event. */
export function endsForGood(event: TaskEvent): boolean {
  return "statusUpdate" in event && isTerminal(event.statusUpdate.status.state);
}
