import type { StreamResponse, Task, TaskEvent } from "@a2a/core";
import { isStreamResponse, isTask, isTaskPushNotificationConfig, LocalError, validate } from "@a2a/core";
import { isObject } from "@a2a/core/internal";
import { readContext } from "../agent/read-context.js";
import type { LogEntry, StoredPushConfig } from "./store.js";

/**
 * Reads a log entry that a durable store keeps as its JSON.
 *
 * @throws LocalError `BAD_RECORD` where it is not what was stored
 */
export function readEntry(json: string): LogEntry {
  const { number, at, received, context, event, endsTurn, artifactIndex } = parseObject(json);
  if (!isCount(number) || number === 0) throw bad("/number: expected a number from 1 on");
  if (typeof at !== "string") throw bad("/at: expected a time");
  if (endsTurn !== undefined && endsTurn !== true) throw bad("/endsTurn: expected true");
  if (artifactIndex !== undefined && !isCount(artifactIndex)) throw bad("/artifactIndex: expected a number from 0 on");
  const message = received === undefined ? undefined : readStreamed({ message: received }, "/received").message;
  return {
    number,
    at,
    ...(message && { received: message }),
    ...(context !== undefined && { context: readContext(context) }),
    event: readEvent(event),
    ...(endsTurn && { endsTurn }),
    ...(artifactIndex !== undefined && { artifactIndex }),
  };
}

/**
 * Reads a task that a durable store keeps as its JSON.
 *
 * @throws LocalError `BAD_RECORD` where it is not what was stored
 */
export function readTask(json: string): Task {
  const outcome = validate(isTask, parse(json));
  if (outcome.ok) return outcome.value;
  throw bad(`${outcome.problem.pointer}: expected ${outcome.problem.expected}`);
}

/**
 * Reads a webhook that a durable store keeps as its JSON.
 *
 * @throws LocalError `BAD_RECORD` where it is not what was stored
 */
export function readPushConfig(json: string): StoredPushConfig["config"] {
  const outcome = validate(isTaskPushNotificationConfig, parse(json));
  if (!outcome.ok) throw bad(`${outcome.problem.pointer}: expected ${outcome.problem.expected}`);
  const { id, taskId } = outcome.value;
  if (!id || !taskId) throw bad(`${id ? "/taskId" : "/id"}: expected an id`);
  return { ...outcome.value, id, taskId };
}

function readEvent(value: unknown): TaskEvent {
  const { task, statusUpdate, artifactUpdate } = readStreamed(value, "/event");
  if (task) return { task };
  if (statusUpdate) return { statusUpdate };
  if (artifactUpdate) return { artifactUpdate };
  throw bad("/event: expected an event of a task");
}

function readStreamed(value: unknown, where: string): StreamResponse {
  const outcome = validate(isStreamResponse, value, where);
  if (outcome.ok) return outcome.value;
  throw bad(`${outcome.problem.pointer}: expected ${outcome.problem.expected}`);
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  const value = parse(json);
  if (!isObject(value)) throw bad("expected an object");
  return value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new LocalError("BAD_RECORD", "a stored record is not JSON", { cause: error });
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function bad(detail: string): LocalError {
  return new LocalError("BAD_RECORD", `a stored record is not what was stored: ${detail}`);
}
