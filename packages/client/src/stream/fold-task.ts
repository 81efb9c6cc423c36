import type { StreamResponse, Task } from "@a2a/core";
import { applyEvent } from "@a2a/core/internal";

/** An event, and the task with it. */
export interface TaskUpdate {
  readonly event: StreamResponse;
  /** The task so far; undefined for a direct reply. It is one object that grows: keep `copyTask(task)`, not the task itself. */
  readonly task: Readonly<Task> | undefined;
}

/** Folds a stream into a live task: after each event, the task as it is then. Costs as much as the event, however long the task. */
export async function* foldTask(events: AsyncIterable<StreamResponse>): AsyncGenerator<TaskUpdate, void> {
  let task: Task | undefined;
  for await (const event of events) {
    if (!event.message) task = foldEvent(task, event);
    yield { event, task };
  }
}

/** Folds an event of a task. Where the stream does not say what the task was before its first event, it was nothing. */
export function foldEvent(task: Task | undefined, event: Exclude<StreamResponse, { message: unknown }>): Task {
  if (task || event.task) return applyEvent(task, event);
  const { taskId, contextId } = event.statusUpdate ?? event.artifactUpdate;
  const status = event.statusUpdate?.status ?? { state: "TASK_STATE_WORKING" };
  return applyEvent({ id: taskId, contextId, status }, event);
}
