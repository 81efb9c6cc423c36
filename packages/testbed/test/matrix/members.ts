// Ways to change meanings as a whole.

import type { Task } from "@a2a/core";
import type { Members } from "./caller.js";
import type { Meaning } from "./meaning.js";

/** Ids by the order in which they appear, for no two conversations share them. */
export function withNamedIds(meanings: readonly Meaning[]): readonly Meaning[] {
  const [tasks, messages, contexts] = [new Map<unknown, string>(), new Map<unknown, string>(), new Map<unknown, string>()];
  return mapObjects(meanings, (object) => ({
    ...object,
    ...("taskId" in object && { taskId: nameOf(object.taskId, "task", tasks) }),
    ...("messageId" in object && { messageId: nameOf(object.messageId, "message", messages) }),
    ...("url" in object && "taskId" in object && object.id === object.taskId && { id: nameOf(object.id, "task", tasks) }),
    ...("contextId" in object && { contextId: nameOf(object.contextId, "context", contexts) }),
    ...("status" in object && "id" in object && { id: nameOf(object.id, "task", tasks) }),
  }));
}

function nameOf(id: unknown, kind: string, known: Map<unknown, string>): string {
  const name = known.get(id) ?? `${kind} ${known.size + 1}`;
  known.set(id, name);
  return name;
}

export function mapObjects(meanings: readonly Meaning[], map: (object: Members) => Members): readonly Meaning[] {
  // safe: what is mapped here keeps the shape of a meaning as far as it is compared
  return deep(meanings, map) as readonly Meaning[];
}

function deep(value: unknown, map: (object: Members) => Members): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, map));
  if (typeof value !== "object" || value === null) return value;
  const mapped = map({ ...value });
  // The order of members differs between versions, and means nothing.
  const members = Object.entries(mapped).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, deep(member, map)]));
}

export function mapTasks(meaning: Meaning, map: (task: Task) => Task): Meaning {
  return { ...meaning, events: meaning.events.map((event) => (event.task ? { task: map(event.task) } : event)) };
}

export function withoutHistory({ history: _, ...task }: Task): Task {
  return task;
}

export function withStatusAlone({ id, contextId, status }: Task): Task {
  return { id, ...(contextId && { contextId }), status };
}
