import type * as Wire from "../../generated/v0.3/types.js";
import type { Task } from "../../generated/v1.0/types.js";
import { decodeArtifact, encodeArtifact } from "./artifact.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodeStatus, encodeStatus } from "./status.js";

/**
 * Writes a task. 0.3 asks for a conversation: an empty one stands for none.
 *
 * @see A2A 0.3, section 6.1
 */
export function encodeTask({ id, contextId = "", status, artifacts, history, metadata }: Task): Wire.Task {
  const wire: Wire.Task = { kind: "task", id, contextId, status: encodeStatus(status) };
  if (artifacts?.length) wire.artifacts = artifacts.map(encodeArtifact);
  if (history?.length) wire.history = history.map(encodeMessage);
  if (metadata) wire.metadata = metadata;
  return wire;
}

/**
 * Reads a task.
 *
 * @see A2A 0.3, section 6.1
 */
export function decodeTask({ id, contextId, status, artifacts, history, metadata }: Wire.Task): Task {
  const task: Task = { id, status: decodeStatus(status) };
  if (contextId) task.contextId = contextId;
  if (artifacts?.length) task.artifacts = artifacts.map(decodeArtifact);
  if (history?.length) task.history = history.map(decodeMessage);
  if (metadata) task.metadata = metadata;
  return task;
}
