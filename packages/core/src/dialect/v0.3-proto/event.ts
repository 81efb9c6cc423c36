import type * as Kind from "../../generated/v0.3/types.js";
import type * as Wire from "../../generated/v0.3-proto/types.js";
import { unreachable } from "../../unreachable.js";
import { copySet } from "../v0.3/copy-set.js";
import { fromKindMessage, toKindMessage } from "./message.js";
import { fromKindArtifact, fromKindStatus, fromKindTask, toKindArtifact, toKindStatus, toKindTask } from "./task.js";

/**
 * An item of a stream in the tagged form, as this one: what it is, is the name of the member that it stands in.
 *
 * @see A2A 0.3, section 7.2.1
 */
export function fromKindItem(item: Kind.StreamEvent): Wire.StreamResponse {
  switch (item.kind) {
    case "task":
    case "message":
      return fromKindReply(item);
    case "status-update": {
      const { taskId, contextId, status, final } = item;
      const statusUpdate: Wire.TaskStatusUpdateEvent = { taskId, contextId, status: fromKindStatus(status), final };
      return { statusUpdate: copySet(item, statusUpdate, ["metadata"]) };
    }
    case "artifact-update": {
      const { taskId, contextId, artifact } = item;
      const artifactUpdate: Wire.TaskArtifactUpdateEvent = { taskId, contextId, artifact: fromKindArtifact(artifact) };
      return { artifactUpdate: copySet(item, artifactUpdate, ["append", "lastChunk", "metadata"]) };
    }
    default:
      return unreachable(item);
  }
}

/**
 * An item of a stream in the tagged form.
 *
 * @see A2A 0.3, section 7.2.1
 */
export function toKindItem({ task, message, statusUpdate, artifactUpdate }: Wire.StreamResponse): Kind.StreamEvent {
  if (task) return toKindTask(task);
  if (message) return toKindMessage(message);
  if (statusUpdate) {
    const { taskId, contextId = "", status, final = false } = statusUpdate;
    const item: Kind.TaskStatusUpdateEvent = { kind: "status-update", taskId, contextId, status: toKindStatus(status), final };
    return copySet(statusUpdate, item, ["metadata"]);
  }
  const { taskId, contextId = "", artifact } = artifactUpdate;
  const item: Kind.TaskArtifactUpdateEvent = { kind: "artifact-update", taskId, contextId, artifact: toKindArtifact(artifact) };
  return copySet(artifactUpdate, item, ["append", "lastChunk", "metadata"]);
}

/**
 * What a message is answered with in the tagged form, as this one.
 *
 * @see A2A 0.3, section 7.1
 */
export function fromKindReply(reply: Kind.SendMessageResult): Wire.SendMessageResponse {
  switch (reply.kind) {
    case "task":
      return { task: fromKindTask(reply) };
    case "message":
      return { message: fromKindMessage(reply) };
    default:
      return unreachable(reply);
  }
}

/**
 * What a message is answered with, in the tagged form.
 *
 * @see A2A 0.3, section 7.1
 */
export function toKindReply({ task, message }: Wire.SendMessageResponse): Kind.SendMessageResult {
  return task ? toKindTask(task) : toKindMessage(message);
}
