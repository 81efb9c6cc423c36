import { A2AError } from "@a2a/core";

/** The error for a message that is meant for a task as it was, and comes when the task has gone on. */
export function generationMismatch(taskId: string, expected: number, current: number): A2AError {
  return new A2AError("InvalidTaskStateError", `task ${taskId} is at generation ${current}, not ${expected}`, {
    refined: "TaskGenerationMismatchError",
    metadata: { taskId, expectedGeneration: String(expected), currentGeneration: String(current) },
  });
}
