import type { Task } from "@a2a/core";

/**
 * Leaves the newest `length` messages in a task's history; 0 leaves out the member, undefined everything as it is.
 *
 * @see A2A 1.0, section 3.2.4
 */
export function withHistory(task: Task, length: number | undefined): Task {
  if (length === undefined || !task.history) return task;
  if (length > 0) return { ...task, history: task.history.slice(-length) };
  const { history: _, ...rest } = task;
  return rest;
}
