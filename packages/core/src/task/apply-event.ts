import type { Artifact, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "../generated/v1.0/types.js";
import type { TaskArtifactUpdateEvent as ArtifactUpdateV11, TaskStatusUpdateEvent as StatusUpdateV11 } from "../generated/v1.1/types.js";

/** One change of a task, as a stream carries it. */
export type TaskEvent =
  | { readonly task: Task }
  | { readonly statusUpdate: TaskStatusUpdateEvent }
  | { readonly artifactUpdate: TaskArtifactUpdateEvent };

/**
 * Folds one event into a task and returns it: the task of a stream is the fold of its events. No clock, no randomness, no I/O.
 *
 * The function owns the task that it is given: it may append in place, so that the cost of an event does not grow with the task. Hand out
 * `copyTask(task)`. Messages and parts are shared, never changed.
 *
 * @param received a client's message that the event answers to: it goes to the history before the new status
 * @throws TypeError for an update without a task before it
 */
export function applyEvent(task: Task | undefined, event: TaskEvent, received?: Message): Task {
  if ("task" in event) return copyTask(event.task);
  if (!task) throw new TypeError("the first event of a task is the task itself");
  const { generation }: Counted = "statusUpdate" in event ? event.statusUpdate : event.artifactUpdate;
  // What a preview says stays with the values that it says it of.
  if (generation !== undefined) Object.assign(task, { generation });
  if ("statusUpdate" in event) return applyStatus(task, event.statusUpdate, received);
  applyArtifact(task, event.artifactUpdate);
  return task;
}

type Counted = StatusUpdateV11 | ArtifactUpdateV11;

/** Copies what `applyEvent` may change in place: the task, its lists and its artifacts; not the messages and parts in them. */
export function copyTask(task: Task): Task {
  const copy = { ...task };
  if (task.history) copy.history = [...task.history];
  if (task.artifacts) copy.artifacts = task.artifacts.map(copyArtifact);
  return copy;
}

function applyStatus(task: Task, { status }: TaskStatusUpdateEvent, received: Message | undefined): Task {
  const said = [task.status.message, received].filter((message) => message !== undefined);
  if (said.length > 0) {
    task.history ??= [];
    task.history.push(...said);
  }
  task.status = status;
  return task;
}

function applyArtifact(task: Task, { artifact, append }: TaskArtifactUpdateEvent): void {
  task.artifacts ??= [];
  // From the end: chunks are of the newest artifact nearly always.
  const at = task.artifacts.findLastIndex(({ artifactId }) => artifactId === artifact.artifactId);
  const known = task.artifacts[at];
  if (!known) task.artifacts.push(copyArtifact(artifact));
  else if (append) extendArtifact(known, artifact);
  else task.artifacts[at] = copyArtifact(artifact);
}

function extendArtifact(known: Artifact, chunk: Artifact): void {
  const { parts, name, description, metadata, extensions } = chunk;
  for (const part of parts) known.parts.push(part);
  if (name !== undefined) known.name = name;
  if (description !== undefined) known.description = description;
  if (metadata) known.metadata = { ...known.metadata, ...metadata };
  if (extensions) known.extensions = [...new Set([...(known.extensions ?? []), ...extensions])];
}

function copyArtifact(artifact: Artifact): Artifact {
  return { ...artifact, parts: [...artifact.parts] };
}
