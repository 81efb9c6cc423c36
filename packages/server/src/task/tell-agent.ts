import type { A2AError, TaskEvent } from "@a2a/core";
import { isA2AError } from "@a2a/core";
import type { Logger } from "../logger.js";
import type { TaskKey } from "../store/store.js";
import type { TaskLog } from "./task-log.js";

/** Tells the author how the agent failed; returns the error that a blocking sender gets for it, if there is one. */
export function tellFailure(logger: Logger, { id: taskId }: TaskKey, error: unknown): A2AError | undefined {
  if (isA2AError(error) && error.code === "InvalidAgentResponseError") {
    logger.error({ taskId, detail: error.message }, "the agent yielded what the protocol forbids");
    return error;
  }
  logger.error({ taskId, error }, "the agent threw");
  return undefined;
}

/** Tells the author of a chunk that is appended to an artifact that there is not: it becomes one. Called before the chunk is added. */
export function tellOfAppend(logger: Logger, event: TaskEvent, log: TaskLog): void {
  if (!("artifactUpdate" in event) || !event.artifactUpdate.append) return;
  const { artifactId } = event.artifactUpdate.artifact;
  if (!log.hasArtifact(artifactId))
    logger.warn({ taskId: log.of.key.id, artifactId }, "the agent appends to an artifact that there is not");
}
