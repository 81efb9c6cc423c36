import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import { copyFilled, copySet } from "../v0.3/copy-set.js";
import { fromKindMessage, fromKindPart, toKindMessage, toKindPart } from "./message.js";

/**
 * A task in the tagged form, as this one.
 *
 * @see A2A 0.3, section 6.1
 */
export function fromKindTask({ id, contextId, status, artifacts, history, metadata }: Kind.Task): Wire.Task {
  const wire: Wire.Task = { id, contextId, status: fromKindStatus(status) };
  if (artifacts) wire.artifacts = artifacts.map(fromKindArtifact);
  if (history) wire.history = history.map(fromKindMessage);
  if (metadata) wire.metadata = metadata;
  return wire;
}

/**
 * A task in the tagged form.
 *
 * @see A2A 0.3, section 6.1
 */
export function toKindTask({ id, contextId = "", status, artifacts, history, metadata }: Wire.Task): Kind.Task {
  const task: Kind.Task = { kind: "task", id, contextId, status: toKindStatus(status) };
  if (artifacts) task.artifacts = artifacts.map(toKindArtifact);
  if (history) task.history = history.map(toKindMessage);
  if (metadata) task.metadata = metadata;
  return task;
}

/**
 * A status in the tagged form, as this one.
 *
 * @see A2A 0.3, section 6.2
 */
export function fromKindStatus({ state, message, timestamp }: Kind.TaskStatus): Wire.TaskStatus {
  const wire: Wire.TaskStatus = { state: stateNames[state] };
  if (message) wire.message = fromKindMessage(message);
  if (timestamp !== undefined) wire.timestamp = timestamp;
  return wire;
}

/**
 * A status in the tagged form. Writers of protobuf leave out the state that is not known.
 *
 * @see A2A 0.3, section 6.2
 */
export function toKindStatus({ state = "TASK_STATE_UNSPECIFIED", message, timestamp }: Wire.TaskStatus): Kind.TaskStatus {
  const status: Kind.TaskStatus = { state: states[state] };
  if (message) status.message = toKindMessage(message);
  if (timestamp !== undefined) status.timestamp = timestamp;
  return status;
}

/**
 * An artifact in the tagged form, as this one.
 *
 * @see A2A 0.3, section 6.7
 */
export function fromKindArtifact(artifact: Kind.Artifact): Wire.Artifact {
  const wire: Wire.Artifact = { artifactId: artifact.artifactId, parts: artifact.parts.map(fromKindPart) };
  return copyFilled(artifact, copySet(artifact, wire, members), ["extensions"]);
}

/**
 * An artifact in the tagged form.
 *
 * @see A2A 0.3, section 6.7
 */
export function toKindArtifact(wire: Wire.Artifact): Kind.Artifact {
  const artifact: Kind.Artifact = { artifactId: wire.artifactId, parts: wire.parts.map(toKindPart) };
  return copyFilled(wire, copySet(wire, artifact, members), ["extensions"]);
}

const members = ["name", "description", "metadata"] as const;

const stateNames: Readonly<Record<Kind.TaskState, Wire.TaskState>> = {
  unknown: "TASK_STATE_UNSPECIFIED",
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  canceled: "TASK_STATE_CANCELLED",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  rejected: "TASK_STATE_REJECTED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
};

const states: Readonly<Record<Wire.TaskState, Kind.TaskState>> = {
  TASK_STATE_UNSPECIFIED: "unknown",
  TASK_STATE_SUBMITTED: "submitted",
  TASK_STATE_WORKING: "working",
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELLED: "canceled",
  TASK_STATE_INPUT_REQUIRED: "input-required",
  TASK_STATE_REJECTED: "rejected",
  TASK_STATE_AUTH_REQUIRED: "auth-required",
};
