import { A2AError } from "@a2a/core";

/**
 * Refuses a message that is meant for a task as it was, and comes when the task has gone on.
 *
 * @throws A2AError `TaskGenerationMismatchError`
 */
export function assertGeneration(taskId: string, expected: number | undefined, current: number): void {
  if (expected === undefined || expected === current) return;
  throw new A2AError("InvalidTaskStateError", `task ${taskId} is at generation ${current}, not ${expected}`, {
    refined: "TaskGenerationMismatchError",
    metadata: { taskId, expectedGeneration: String(expected), currentGeneration: String(current) },
  });
}
