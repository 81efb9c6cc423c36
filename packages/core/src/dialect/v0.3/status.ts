import type * as Wire from "../../generated/v0.3/types.js";
import type { TaskState, TaskStatus } from "../../generated/v1.0/types.js";
import { toUtc } from "../timestamp.js";
import { decodeMessage, encodeMessage } from "./message.js";

/**
 * Writes a status.
 *
 * @see A2A 0.3, section 6.2
 */
export function encodeStatus({ state, message, timestamp }: TaskStatus): Wire.TaskStatus {
  const wire: Wire.TaskStatus = { state: stateNames[state] };
  if (message) wire.message = encodeMessage(message);
  if (timestamp !== undefined) wire.timestamp = toUtc(timestamp) ?? timestamp;
  return wire;
}

/**
 * Reads a status. A timestamp that is none is left out.
 *
 * @see A2A 0.3, section 6.2
 */
export function decodeStatus({ state, message, timestamp }: Wire.TaskStatus): TaskStatus {
  const status: TaskStatus = { state: states[state] };
  if (message) status.message = decodeMessage(message);
  const utc = timestamp === undefined ? undefined : toUtc(timestamp);
  if (utc !== undefined) status.timestamp = utc;
  return status;
}

const stateNames: Readonly<Record<TaskState, Wire.TaskState>> = {
  TASK_STATE_UNSPECIFIED: "unknown",
  TASK_STATE_SUBMITTED: "submitted",
  TASK_STATE_WORKING: "working",
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELED: "canceled",
  TASK_STATE_INPUT_REQUIRED: "input-required",
  TASK_STATE_REJECTED: "rejected",
  TASK_STATE_AUTH_REQUIRED: "auth-required",
};

const states: Readonly<Record<Wire.TaskState, TaskState>> = {
  unknown: "TASK_STATE_UNSPECIFIED",
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  canceled: "TASK_STATE_CANCELED",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  rejected: "TASK_STATE_REJECTED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
};
