import type * as Wire from "../../generated/v0.3/types.js";
import type { SendMessageResponse, StreamResponse, TaskArtifactUpdateEvent } from "../../generated/v1.0/types.js";
import { unreachable } from "../../unreachable.js";
import type { DecodedEvents, EventPlace } from "../dialect.js";
import { decodeArtifact, encodeArtifact } from "./artifact.js";
import { copySet } from "./copy-set.js";
import { decodeMessage, encodeMessage } from "./message.js";
import { decodeStatus, encodeStatus } from "./status.js";
import { decodeTask, encodeTask } from "./task.js";

/**
 * Writes one item of a stream.
 *
 * @see A2A 0.3, section 7.2.1
 */
export function encodeEvent(event: StreamResponse, { isLast }: Pick<EventPlace, "isLast">): Wire.StreamEvent {
  if (event.task) return encodeTask(event.task);
  if (event.message) return encodeMessage(event.message);
  if (event.statusUpdate) {
    const { taskId, contextId, status, metadata } = event.statusUpdate;
    return { kind: "status-update", taskId, contextId, status: encodeStatus(status), final: isLast, ...(metadata && { metadata }) };
  }
  const { taskId, contextId, artifact } = event.artifactUpdate;
  const wire: Wire.TaskArtifactUpdateEvent = { kind: "artifact-update", taskId, contextId, artifact: encodeArtifact(artifact) };
  return copySet(event.artifactUpdate, wire, ["append", "lastChunk", "metadata"]);
}

/**
 * Reads one item of a stream, which says of itself whether it is the last.
 *
 * @see A2A 0.3, section 7.2.1
 */
export function decodeEvent(wire: Wire.StreamEvent): DecodedEvents {
  return { events: [decodeItem(wire)], isLast: wire.kind === "status-update" && wire.final };
}

/** Reads one item of a stream by itself. */
export function decodeItem(wire: Wire.StreamEvent): StreamResponse {
  switch (wire.kind) {
    case "task":
    case "message":
      return decodeReply(wire);
    case "status-update": {
      const { taskId, contextId, status, metadata } = wire;
      return { statusUpdate: { taskId, contextId, status: decodeStatus(status), ...(metadata && { metadata }) } };
    }
    case "artifact-update": {
      const { taskId, contextId, artifact } = wire;
      const artifactUpdate: TaskArtifactUpdateEvent = { taskId, contextId, artifact: decodeArtifact(artifact) };
      return { artifactUpdate: copySet(wire, artifactUpdate, ["append", "lastChunk", "metadata"]) };
    }
    default:
      return unreachable(wire);
  }
}

/**
 * Writes what a message is answered with.
 *
 * @see A2A 0.3, section 7.1
 */
export function encodeReply(reply: SendMessageResponse): Wire.SendMessageResult {
  return reply.task ? encodeTask(reply.task) : encodeMessage(reply.message);
}

/**
 * Reads what a message is answered with.
 *
 * @see A2A 0.3, section 7.1
 */
export function decodeReply(wire: Wire.SendMessageResult): SendMessageResponse {
  switch (wire.kind) {
    case "task":
      return { task: decodeTask(wire) };
    case "message":
      return { message: decodeMessage(wire) };
    default:
      return unreachable(wire);
  }
}
