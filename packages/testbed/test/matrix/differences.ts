// What the versions are known to differ in. Whatever is not listed here means the same in all of them.

import type { Message, Task, TaskState, Version } from "@a2a/core";
import type { Asked, Meaning, Reader } from "./converse.js";
import { now } from "./converse.js";

/** One difference of an older version from 1.0. */
export interface Difference {
  readonly what: string;
  /** Why it is right: a fact (A), a row of the mapping (B) or a ruling (C) of the notes that the README of @a2a/core sums up. */
  readonly clause: string;
  readonly versions: readonly Version[];
  /** Default: whoever reads. */
  readonly reader?: Reader;
  /** What 1.0 means, as the older version can mean it. */
  expected?(meanings: readonly Meaning[], of: Asked): readonly Meaning[];
  /** Taken out of both. */
  common?(meanings: readonly Meaning[]): readonly Meaning[];
}

export const differences: readonly Difference[] = [
  {
    what: "a stream ends where the agent waits for credentials",
    clause: "C17",
    versions: ["0.3", "0.1"],
    expected: (meanings, { row, mode }) => (mode === "stream" && row.then?.when === "waiting" ? cutFirst(meanings) : meanings),
  },
  {
    what: "a client does not say its version",
    clause: "A.6.6",
    versions: ["0.3", "0.1"],
    expected: (meanings) => mapObjects(meanings, ({ "a2a-version": _, ...rest }) => rest),
  },
  {
    what: "that text is plain and data is JSON goes without saying",
    clause: "B.1",
    versions: ["0.3", "0.1"],
    expected: (meanings) => mapObjects(meanings, withoutImpliedType),
  },
  {
    what: "a direct reply is the end of a task",
    clause: "B.6",
    versions: ["0.1"],
    expected(meanings, asked) {
      const reply = meanings[0]?.events[0]?.message;
      return reply ? taskOf(reply, asked) : meanings;
    },
  },
  {
    what: "a task has no history unless it is asked for",
    clause: "C19",
    versions: ["0.1"],
    expected: (meanings, { mode }) =>
      meanings.map((meaning, at) => (mode === "send" && at < meanings.length - 1 ? mapTasks(meaning, withoutHistory) : meaning)),
  },
  {
    what: "a stream begins with the status of its task",
    clause: "B.6",
    versions: ["0.1"],
    expected: (meanings, { mode }) =>
      meanings.map((meaning, at) => (mode === "stream" && at < meanings.length - 1 ? mapTasks(meaning, withStatusAlone) : meaning)),
  },
  {
    what: "messages have no ids",
    clause: "B.2",
    versions: ["0.1"],
    common: (meanings) => mapObjects(meanings, ({ messageId: _, ...rest }) => rest),
  },
  {
    what: "an artifact says of itself that it is no chunk, and not the last one",
    clause: "B.3",
    versions: ["0.1"],
    common: (meanings) =>
      mapObjects(meanings, ({ append, lastChunk, ...rest }) => ({
        ...rest,
        ...(append === true && { append }),
        ...(lastChunk === true && { lastChunk }),
      })),
  },
  {
    what: "an agent that breaks the protocol is an internal error",
    clause: "B.11",
    versions: ["0.1"],
    expected: (meanings) =>
      mapObjects(meanings, (object) => (object.code === "InvalidAgentResponseError" ? { ...object, code: "InternalError" } : object)),
  },
  {
    what: "a message to a task that is over has a code of its own",
    clause: "B.11",
    versions: ["0.1"],
    expected: (meanings) =>
      mapObjects(meanings, (object) =>
        object.code === "UnsupportedOperationError" ? { ...object, code: "InvalidTaskStateError" } : object,
      ),
  },
  {
    what: "data that is no object is a member of one",
    clause: "B.1",
    versions: ["0.3", "0.1"],
    reader: "foreign",
    expected: (meanings) =>
      mapObjects(meanings, (object) => (isPartOfNoObject(object) ? { ...object, data: { value: object.data } } : object)),
  },
  {
    what: "who rejects has failed, and who needs credentials needs input",
    clause: "B.5",
    versions: ["0.1"],
    reader: "foreign",
    expected: (meanings) => mapObjects(meanings, (object) => ({ ...object, ...nearestState(object.state) })),
  },
  {
    what: "artifacts have numbers instead of ids",
    clause: "B.3",
    versions: ["0.1"],
    reader: "foreign",
    expected: withNumberedArtifacts,
  },
];

/** Ids by the order in which they appear, for no two conversations share them. */
export function withNamedIds(meanings: readonly Meaning[]): readonly Meaning[] {
  const [tasks, messages] = [new Map<unknown, string>(), new Map<unknown, string>()];
  return mapObjects(meanings, (object) => ({
    ...object,
    ...("taskId" in object && { taskId: nameOf(object.taskId, "task", tasks) }),
    ...("messageId" in object && { messageId: nameOf(object.messageId, "message", messages) }),
    ...("status" in object && "id" in object && { id: nameOf(object.id, "task", tasks) }),
  }));
}

function nameOf(id: unknown, kind: string, known: Map<unknown, string>): string {
  const name = known.get(id) ?? `${kind} ${known.size + 1}`;
  known.set(id, name);
  return name;
}

type Members = Readonly<Record<string, unknown>>;

function mapObjects(meanings: readonly Meaning[], map: (object: Members) => Members): readonly Meaning[] {
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

function mapTasks(meaning: Meaning, map: (task: Task) => Task): Meaning {
  return { ...meaning, events: meaning.events.map((event) => (event.task ? { task: map(event.task) } : event)) };
}

function withoutHistory({ history: _, ...task }: Task): Task {
  return task;
}

function withStatusAlone({ id, contextId, status }: Task): Task {
  return { id, ...(contextId && { contextId }), status };
}

/** The first stream up to the state that the row waits for. */
function cutFirst([first, ...others]: readonly Meaning[]): readonly Meaning[] {
  if (!first) return [];
  const end = first.events.findIndex(({ statusUpdate }) => statusUpdate?.status.state === "TASK_STATE_AUTH_REQUIRED");
  if (end < 0) return [first, ...others];
  return [{ ...first, events: first.events.slice(0, end + 1) }, ...others];
}

function withoutImpliedType({ mediaType, ...rest }: Members): Members {
  const isImplied = ("data" in rest && mediaType === "application/json") || ("text" in rest && mediaType === "text/plain");
  return { ...rest, ...(mediaType !== undefined && !isImplied && { mediaType }) };
}

/** A conversation with a task, made of one with a reply. */
function taskOf(reply: Message, { row, mode }: Asked): readonly Meaning[] {
  const { contextId = "" } = reply;
  const ids = { taskId: "task", contextId };
  const task = { id: ids.taskId, contextId };
  const timestamp = now().toISOString();
  const status = { state: "TASK_STATE_COMPLETED", message: { ...reply, ...ids }, timestamp } as const;
  const asked: Message = { messageId: "asked", role: "ROLE_USER", parts: [...row.say], ...ids };
  const begun = { ...task, status: { state: "TASK_STATE_WORKING", timestamp } } as const;
  const first = mode === "send" ? [{ task: { ...task, status } }] : [{ task: begun }, { statusUpdate: { ...ids, status } }];
  return [{ events: first }, { events: [{ task: { ...task, status, history: [asked] } }] }];
}

function isPartOfNoObject(object: Members): boolean {
  return "data" in object && (typeof object.data !== "object" || object.data === null || Array.isArray(object.data));
}

function nearestState(state: unknown): { readonly state?: TaskState } {
  if (state === "TASK_STATE_REJECTED") return { state: "TASK_STATE_FAILED" };
  return state === "TASK_STATE_AUTH_REQUIRED" ? { state: "TASK_STATE_INPUT_REQUIRED" } : {};
}

/** In the order in which they first appear, which is that of their task. */
function withNumberedArtifacts(meanings: readonly Meaning[]): readonly Meaning[] {
  const known = new Map<unknown, string>();
  return mapObjects(meanings, (object) => {
    if (!("artifactId" in object)) return object;
    const name = known.get(object.artifactId) ?? `artifact-${known.size}`;
    known.set(object.artifactId, name);
    return { ...object, artifactId: name };
  });
}
