import { isTaskEvent } from "#validators/v0.1";
import type * as Wire from "../../generated/v0.1/types.js";
import type { StreamResponse, Task, TaskArtifactUpdateEvent } from "../../generated/v1.0/types.js";
import { validate } from "../../validate/validate.js";
import type { Decoded, DecodedEvents, EventPlace, StreamContext } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptEvent } from "./accept.js";
import { decodeArtifact, encodeArtifact } from "./artifact.js";
import type { Surroundings } from "./message.js";
import { decodeStatus, encodeStatus } from "./status.js";

/**
 * Writes an event. 0.1 streams no task: a snapshot is its status, for a subscriber after its artifacts. A direct reply is the end of a task.
 *
 * @throws TypeError for a direct reply that does not name its task
 * @see A2A 0.1, section 7.2.1
 */
export function encodeEvent(event: StreamResponse, place: EventPlace): readonly Wire.TaskEvent[] {
  if (event.task) return encodeSnapshot(event.task, place);
  if (event.artifactUpdate) return [encodeChunk(event.artifactUpdate, place.artifactIndex ?? 0)];
  if (event.statusUpdate) {
    const { taskId: id } = event.statusUpdate;
    return [{ id, ...encodeStatus(event.statusUpdate), final: place.isLast }];
  }
  const { message } = event;
  if (!message.taskId) throw new TypeError("a direct reply in 0.1 has to name its task");
  return [{ id: message.taskId, ...encodeStatus({ status: { state: "TASK_STATE_COMPLETED", message } }), final: true }];
}

/**
 * Makes a reader for one stream. Its first event is the task, as in later versions, made of what the stream begins with, unless the client has it.
 *
 * @see A2A 0.1, section 7.2
 */
export function createEventDecoder(
  { contextId = "", isTaskKnown = false }: StreamContext,
  makeId: () => string,
): (wire: unknown) => Decoded<DecodedEvents> {
  let isBegun = isTaskKnown;
  return (wire) => {
    return mapped(readEvents(wire), (read) => {
      const events: StreamResponse[] = [];
      for (const event of read) {
        events.push(...decodeEvent(event, { taskId: event.id, contextId, makeId }, isBegun));
        isBegun = true;
      }
      return { events, isLast: read.some(({ status, final = false }) => status !== undefined && final) };
    });
  };
}

/**
 * Reads one event by itself, which changes a task that is known.
 *
 * @see A2A 0.1, section 7.2.1
 */
export function readUpdate(wire: unknown, makeId: () => string): Decoded<StreamResponse> {
  return mapped(readTolerant(isTaskEvent, acceptUpdate, wire), (event) => decodeUpdate(event, { taskId: event.id, contextId: "", makeId }));
}

function encodeSnapshot(task: Task, { isLast, isCatchUp }: EventPlace): Wire.TaskEvent[] {
  const { id, artifacts = [] } = task;
  const status = { id, ...encodeStatus(task), final: isLast };
  if (!isCatchUp) return [status];
  return [
    ...artifacts.map((artifact, index) => ({ id, artifact: { ...encodeArtifact(artifact, index), append: false, lastChunk: true } })),
    status,
  ];
}

function encodeChunk(
  { taskId, artifact, append = false, lastChunk = false, metadata }: TaskArtifactUpdateEvent,
  index: number,
): Wire.TaskEvent {
  return { id: taskId, artifact: { ...encodeArtifact(artifact, index), append, lastChunk }, ...(metadata && { metadata }) };
}

/** The events that an event on the wire is, each of them valid: where it is refused, those that a published document means by it. */
function readEvents(wire: unknown): Decoded<readonly Wire.TaskEvent[]> {
  const strict = validate(isTaskEvent, wire);
  if (strict.ok) return { ok: true, value: [strict.value] };
  const tolerant = acceptEvent(wire).map((event) => validate(isTaskEvent, event));
  const events = tolerant.flatMap((each) => (each.ok ? [each.value] : []));
  return events.length > 0 && events.length === tolerant.length ? { ok: true, value: events, tolerated: strict.problem } : strict;
}

/** The event that an event on the wire is; several are none. */
function acceptUpdate(wire: unknown): unknown {
  const [event, ...others] = acceptEvent(wire);
  return others.length > 0 ? wire : event;
}

function decodeEvent(event: Wire.TaskEvent, around: Surroundings, isBegun: boolean): StreamResponse[] {
  const { taskId, contextId } = around;
  if (isBegun) return [decodeUpdate(event, around)];
  if (!event.artifact) return [{ task: { id: taskId, contextId, ...decodeStatus(event, around) } }];
  // There is an artifact, so somebody works.
  const task: Task = { id: taskId, contextId, status: { state: "TASK_STATE_WORKING" } };
  return [{ task }, decodeUpdate(event, around)];
}

function decodeUpdate(event: Wire.TaskEvent, around: Surroundings): StreamResponse {
  const { taskId, contextId } = around;
  if (event.artifact) return { artifactUpdate: decodeChunk(event, contextId) };
  return { statusUpdate: { taskId, contextId, ...decodeStatus(event, around) } };
}

function decodeChunk({ id: taskId, artifact, metadata }: Wire.TaskArtifactUpdateEvent, contextId: string): TaskArtifactUpdateEvent {
  const { append, lastChunk } = artifact;
  return {
    taskId,
    contextId,
    artifact: decodeArtifact(artifact, 0),
    ...(append !== undefined && { append }),
    ...(lastChunk !== undefined && { lastChunk }),
    ...(metadata && { metadata }),
  };
}
