import type * as Wire from "../../generated/v0.1/types.js";
import type { Struct, TaskState, TaskStatus } from "../../generated/v1.0/types.js";
import { keyOf, stateKey, withKeys, withoutKeys } from "../carried.js";
import { toUtc } from "../timestamp.js";
import type { Surroundings } from "./message.js";
import { decodeMessage, encodeMessage } from "./message.js";

/** A status and the metadata of the task or event around it, which tells the state where no message can. */
export interface StatusAnd<S> {
  status: S;
  metadata?: Struct;
}

/**
 * Writes a status. The states that 0.1 lacks become the nearest it has, and metadata of the message, else around the status, tells them apart.
 *
 * @see A2A 0.1, section 6.2
 */
export function encodeStatus({ status, metadata }: StatusAnd<TaskStatus>): StatusAnd<Wire.TaskStatus> {
  const { state, message, timestamp } = status;
  const lost = lostNames[state];
  const note = lost === undefined ? {} : { [stateKey]: lost };
  const said = message && encodeMessage(message);
  return {
    status: {
      state: stateNames[state],
      ...(said && { message: { ...said, ...withKeys(said.metadata, note) } }),
      ...(timestamp !== undefined && { timestamp: toUtc(timestamp) ?? timestamp }),
    },
    ...withKeys(metadata, said ? {} : note),
  };
}

/**
 * Reads a status. A timestamp that is none is left out.
 *
 * @see A2A 0.1, section 6.2
 */
export function decodeStatus({ status, metadata }: StatusAnd<Wire.TaskStatus>, around: Surroundings): StatusAnd<TaskStatus> {
  const { message, timestamp } = status;
  const noted = lostState(status.state, message ? message.metadata : metadata);
  const stripped = noted === undefined ? [] : [stateKey];
  const said = message && decodeMessage(without(message, stripped), around);
  const utc = timestamp === undefined ? undefined : toUtc(timestamp);
  return {
    status: { state: noted ?? states[status.state], ...(said && { message: said }), ...(utc !== undefined && { timestamp: utc }) },
    ...withoutKeys(metadata, message ? [] : stripped),
  };
}

/** The state that metadata tells, where it fits the one that 0.1 has for it. */
function lostState(state: Wire.TaskState, metadata: Struct | undefined): TaskState | undefined {
  const name = keyOf(metadata, stateKey);
  return lostStates.find((lost) => stateNames[lost] === state && lostNames[lost] === name);
}

function without({ role, parts, metadata }: Wire.Message, keys: readonly string[]): Wire.Message {
  return { role, parts, ...withoutKeys(metadata, keys) };
}

const stateNames: Readonly<Record<TaskState, Wire.TaskState>> = {
  TASK_STATE_UNSPECIFIED: "unknown",
  TASK_STATE_SUBMITTED: "submitted",
  TASK_STATE_WORKING: "working",
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELED: "canceled",
  TASK_STATE_INPUT_REQUIRED: "input-required",
  TASK_STATE_REJECTED: "failed",
  TASK_STATE_AUTH_REQUIRED: "input-required",
};

const lostStates = ["TASK_STATE_REJECTED", "TASK_STATE_AUTH_REQUIRED"] as const;

const lostNames: Readonly<Partial<Record<TaskState, string>>> = {
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
};
