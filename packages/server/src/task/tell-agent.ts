import type { A2AError, TaskEvent } from "@a2a/core";
import { isA2AError } from "@a2a/core";
import type { Logger } from "../logger.js";
import type { TaskLog } from "./task-log.js";

/** What is said of a failure. */
export interface FailureSaid {
  /** What the task's status says. */
  readonly words: string;
  /** What a blocking sender gets instead of the task. */
  readonly fault?: A2AError;
}

/** Tells the author how a turn failed. */
export function tellFailure(logger: Logger, log: TaskLog, error: unknown): FailureSaid {
  const taskId = log.of.key.id;
  if (log.isRefusal(error)) {
    logger.error({ taskId, error }, "what the agent said could not be written");
    return { words: "What the agent said could not be stored." };
  }
  const words = "The agent failed.";
  if (isA2AError(error) && error.code === "InvalidAgentResponseError") {
    logger.error({ taskId, detail: error.message }, "the agent yielded what the protocol forbids");
    return { words, fault: error };
  }
  logger.error({ taskId, error }, "the agent threw");
  return { words };
}

/** Tells the author of a chunk that is appended to an artifact that there is not: it becomes one. Called before the chunk is added. */
export function tellOfAppend(logger: Logger, event: TaskEvent, log: TaskLog): void {
  if (!("artifactUpdate" in event) || !event.artifactUpdate.append) return;
  const { artifactId } = event.artifactUpdate.artifact;
  if (!log.hasArtifact(artifactId))
    logger.warn({ taskId: log.of.key.id, artifactId }, "the agent appends to an artifact that there is not");
}
