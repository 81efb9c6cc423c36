// What 1.0 means, as an older version can mean it.

import type { ErrorName, Message, StreamResponse, Task, TaskState } from "@a2a/core";
import type { Members, Mode } from "./caller.js";
import type { Meaning } from "./meaning.js";
import { mapObjects, mapTasks } from "./members.js";
import type { Subject } from "./road.js";
import type { Row } from "./rows.js";
import { now } from "./stage.js";

/** What a conversation was about, and who held it. */
export interface Asked {
  readonly subject: Subject;
  readonly mode: Mode;
  /** Where it was about a command. */
  readonly row?: Row;
}

/** The first stream up to the state that the row waits for. */
export function cutFirst([first, ...others]: readonly Meaning[]): readonly Meaning[] {
  if (!first) return [];
  const end = first.events.findIndex(({ statusUpdate }) => statusUpdate?.status.state === "TASK_STATE_AUTH_REQUIRED");
  if (end < 0) return [first, ...others];
  return [{ ...first, events: first.events.slice(0, end + 1) }, ...others];
}

export function withoutImpliedType({ mediaType, ...rest }: Members): Members {
  const isImplied = ("data" in rest && mediaType === "application/json") || ("text" in rest && mediaType === "text/plain");
  return { ...rest, ...(mediaType !== undefined && !isImplied && { mediaType }) };
}

/** A conversation with a task, made of one with a reply. */
export function taskOf(reply: Message, mode: Mode, row: Row): readonly Meaning[] {
  const { contextId = "" } = reply;
  const ids = { taskId: "task", contextId };
  const task = { id: ids.taskId, contextId };
  const timestamp = now().toISOString();
  const status = { state: "TASK_STATE_COMPLETED", message: { ...reply, ...ids }, timestamp } as const;
  const asked: Message = { messageId: "asked", role: "ROLE_USER", parts: [...row.say], ...ids };
  const begun = { ...task, status: { state: "TASK_STATE_WORKING", timestamp } } as const;
  const first = mode === "send" ? [{ task: { ...task, status } }] : [{ task: begun }, { statusUpdate: { ...ids, status } }];
  return [
    { operation: mode === "send" ? "SendMessage" : "SendStreamingMessage", events: first },
    { operation: "GetTask", events: [{ task: { ...task, status, history: [asked] } }] },
  ];
}

export function isPartOfNoObject(object: Members): boolean {
  return "data" in object && (typeof object.data !== "object" || object.data === null || Array.isArray(object.data));
}

export function nearestState(state: unknown): { readonly state?: TaskState } {
  if (state === "TASK_STATE_REJECTED") return { state: "TASK_STATE_FAILED" };
  return state === "TASK_STATE_AUTH_REQUIRED" ? { state: "TASK_STATE_INPUT_REQUIRED" } : {};
}

/** In the order in which they first appear, which is that of their task. */
export function withNumberedArtifacts(meanings: readonly Meaning[]): readonly Meaning[] {
  const known = new Map<unknown, string>();
  return mapObjects(meanings, (object) => {
    if (!("artifactId" in object)) return object;
    const name = known.get(object.artifactId) ?? `artifact-${known.size}`;
    known.set(object.artifactId, name);
    return { ...object, artifactId: name };
  });
}

/** Instead of an error; in 0.1 as events that make it. */
export function withTaskShown(meanings: readonly Meaning[], { subject }: Asked): readonly Meaning[] {
  return meanings.map((meaning, at): Meaning => {
    const { operation, error } = meaning;
    const task = meanings[at - 1]?.events[0]?.task;
    if (operation !== "SubscribeToTask" || !isOver(error?.code) || !task) return meaning;
    return { operation, events: subject.dialect.rules.streamsBeginWithTask ? [{ task }] : eventsOf(task) };
  });
}

function isOver(code: ErrorName | undefined): boolean {
  return code === "UnsupportedOperationError" || code === "InvalidTaskStateError";
}

/** What a client makes of the status and the artifacts that a subscriber is shown. */
function eventsOf({ id, contextId = "", status, artifacts = [] }: Task): readonly StreamResponse[] {
  const ids = { taskId: id, contextId };
  return [
    { task: { id, contextId, status: { state: "TASK_STATE_WORKING" } } },
    ...artifacts.map((artifact) => ({ artifactUpdate: { ...ids, artifact, lastChunk: true } })),
    { statusUpdate: { ...ids, status } },
  ];
}

/** Where a task came without any, with that of the task as it came before. */
export function withWholeHistory(meanings: readonly Meaning[]): readonly Meaning[] {
  const [history] = meanings.flatMap(({ events }) => events.flatMap(({ task }) => (task?.history ? [task.history] : [])));
  if (!history) return meanings;
  return meanings.map((meaning) =>
    meaning.operation === "GetTask" ? mapTasks(meaning, (task) => (task.history ? task : { ...task, history })) : meaning,
  );
}
