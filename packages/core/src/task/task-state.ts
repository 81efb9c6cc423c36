import type { TaskState } from "../generated/v1.0/types.js";
import { unreachable } from "../unreachable.js";

/**
 * Whether a task in this state is over for good.
 *
 * @see A2A 1.0, section 4.1.3
 */
export function isTerminal(state: TaskState): boolean {
  switch (state) {
    case "TASK_STATE_COMPLETED":
    case "TASK_STATE_FAILED":
    case "TASK_STATE_CANCELED":
    case "TASK_STATE_REJECTED":
      return true;
    case "TASK_STATE_UNSPECIFIED":
    case "TASK_STATE_SUBMITTED":
    case "TASK_STATE_WORKING":
    case "TASK_STATE_INPUT_REQUIRED":
    case "TASK_STATE_AUTH_REQUIRED":
      return false;
    default:
      return unreachable(state);
  }
}

/** Whether a task in this state waits for its client. */
export function isInterrupted(state: TaskState): boolean {
  return state === "TASK_STATE_INPUT_REQUIRED" || state === "TASK_STATE_AUTH_REQUIRED";
}
