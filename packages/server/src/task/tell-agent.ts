import type { A2AError, Task } from "@a2a/core";
import { isA2AError } from "@a2a/core";
import type { Logger } from "../logger.js";
import type { LogEntry, TaskKey } from "../store/store.js";

/** Tells the author how the agent failed; returns the error that a blocking sender gets for it, if there is one. */
export function tellFailure(logger: Logger, { id: taskId }: TaskKey, error: unknown): A2AError | undefined {
  if (isA2AError(error) && error.code === "InvalidAgentResponseError") {
    logger.error({ taskId, detail: error.message }, "the agent yielded what the protocol forbids");
    return error;
  }
  logger.error({ taskId, error }, "the agent threw");
  return undefined;
}

/** Tells the author of a chunk that is appended to an artifact that there is not: it becomes one. @param task before the chunk */
export function tellOfAppend(logger: Logger, { event, artifactIndex }: LogEntry, task: Readonly<Task>): void {
  if (!("artifactUpdate" in event) || !event.artifactUpdate.append || artifactIndex !== (task.artifacts?.length ?? 0)) return;
  const { artifactId } = event.artifactUpdate.artifact;
  logger.warn({ taskId: task.id, artifactId }, "the agent appends to an artifact that there is not");
}
