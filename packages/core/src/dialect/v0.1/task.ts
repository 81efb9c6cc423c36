import type * as Wire from "../../generated/v0.1/types.js";
import type { Task } from "../../generated/v1.0/types.js";
import { decodeArtifacts, encodeArtifact } from "./artifact.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodeStatus, encodeStatus } from "./status.js";

/** What a reader of a task knows beside it. */
export interface TaskContext {
  /** For a task that does not say its session; empty where it is not known. */
  readonly contextId: string;
  /** Source of the ids that messages of 0.1 do not have. */
  makeId(): string;
}

/**
 * Writes a task; its artifacts are numbered by their position.
 *
 * @see A2A 0.1, section 6.1
 */
export function encodeTask(task: Task): Wire.Task {
  const { id, contextId, artifacts, history } = task;
  return {
    id,
    ...(contextId && { sessionId: contextId }),
    ...encodeStatus(task),
    ...(artifacts?.length && { artifacts: artifacts.map(encodeArtifact) }),
    ...(history?.length && { history: history.map(encodeMessage) }),
  };
}

/**
 * Reads a task.
 *
 * @see A2A 0.1, section 6.1
 */
export function decodeTask(wire: Wire.Task, { contextId: known, makeId }: TaskContext): Task {
  const { id, sessionId, artifacts, history } = wire;
  const contextId = sessionId || known;
  const around = { taskId: id, contextId, makeId };
  return {
    id,
    ...(contextId && { contextId }),
    ...decodeStatus(wire, around),
    ...(artifacts?.length && { artifacts: decodeArtifacts(artifacts) }),
    ...(history?.length && { history: history.map((message) => decodeMessage(message, around)) }),
  };
}
