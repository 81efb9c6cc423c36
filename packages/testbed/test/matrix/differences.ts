// What the versions are known to differ in. Whatever is not listed here means the same in all of them.

import type { Version } from "@a2a/core";
import type { Asked } from "./expected.js";
import {
  cutFirst,
  isPartOfNoObject,
  nearestState,
  taskOf,
  withNumberedArtifacts,
  withoutImpliedType,
  withTaskShown,
  withWholeHistory,
} from "./expected.js";
import type { Meaning, Reader } from "./meaning.js";
import { isStreaming } from "./meaning.js";
import { mapObjects, mapTasks, withoutHistory, withStatusAlone } from "./members.js";
import type { Binding, Subject } from "./road.js";

/** One difference from 1.0 over JSON-RPC. */
export interface Difference {
  readonly what: string;
  /** Why it is right: a fact (A), a row of the mapping (B) or a ruling (C) of the notes that the README of @a2a/core sums up. */
  readonly clause: string;
  /** Default: all. */
  readonly versions?: readonly Version[];
  /** Default: all. */
  readonly bindings?: readonly Binding[];
  /** Default: whoever reads. */
  readonly reader?: Reader;
  /** What 1.0 means, as the older version can mean it. */
  expected?(meanings: readonly Meaning[], of: Asked): readonly Meaning[];
  /** Taken out of both. */
  common?(meanings: readonly Meaning[]): readonly Meaning[];
}

const differences: readonly Difference[] = [
  {
    what: "tasks and events say their generation",
    clause: "F",
    versions: ["1.1"],
    common: (meanings) => mapObjects(meanings, ({ generation: _, ...rest }) => rest),
  },
  {
    what: "a client says another version",
    clause: "A.6.6",
    versions: ["1.1"],
    common: (meanings) => mapObjects(meanings, ({ "a2a-version": _, ...rest }) => rest),
  },
  {
    what: "a stream ends where the agent waits for credentials",
    clause: "C17",
    versions: ["0.3", "0.1"],
    expected: (meanings, { row, mode }) => (mode === "stream" && row?.then?.when === "waiting" ? cutFirst(meanings) : meanings),
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
      return reply && asked.row ? taskOf(reply, asked.mode, asked.row) : meanings;
    },
  },
  {
    what: "a task has no history unless it is asked for",
    clause: "C19",
    versions: ["0.1"],
    expected: (meanings) =>
      meanings.map((meaning) =>
        meaning.operation === "SendMessage" || meaning.operation === "CancelTask" ? mapTasks(meaning, withoutHistory) : meaning,
      ),
  },
  {
    what: "a stream begins with the status of its task",
    clause: "B.6",
    versions: ["0.1"],
    expected: (meanings) => meanings.map((meaning) => (isStreaming(meaning.operation) ? mapTasks(meaning, withStatusAlone) : meaning)),
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
  {
    what: "a message refers to no other tasks",
    clause: "B.2",
    versions: ["0.1"],
    reader: "foreign",
    expected: (meanings) => mapObjects(meanings, ({ referenceTaskIds: _, ...rest }) => rest),
  },
  {
    what: "who activates extensions does so in no service parameter",
    clause: "C39",
    versions: ["0.3"],
    expected: (meanings) => mapObjects(meanings, ({ "a2a-extensions": _, ...rest }) => rest),
  },
  {
    what: "webhooks come all on one page",
    clause: "B.8",
    versions: ["0.3"],
    expected: (meanings) => mapObjects(meanings, ({ nextPageToken: _, ...rest }) => rest),
  },
  {
    what: "a webhook has the id of its task",
    clause: "B.8",
    versions: ["0.1"],
    expected: (meanings) =>
      mapObjects(meanings, (object) => ("url" in object && "id" in object ? { ...object, id: object.taskId } : object)),
  },
  {
    what: "a card names no interfaces that it cannot",
    clause: "B.10",
    versions: ["0.3"],
    expected: (meanings) =>
      mapObjects(meanings, (object) => {
        const { supportedInterfaces: all } = object;
        return Array.isArray(all)
          ? { ...object, supportedInterfaces: all.filter(({ protocolVersion }) => protocolVersion === "0.3") }
          : object;
      }),
  },
  {
    what: "a task that is over is shown to who subscribes to it",
    clause: "C29",
    versions: ["0.3", "0.1"],
    expected: withTaskShown,
  },
  {
    what: "that there is no webhook and no other page goes without saying",
    clause: "A.6.2",
    versions: ["1.0", "1.1"],
    bindings: ["gRPC"],
    expected: (meanings) =>
      mapObjects(meanings, (object) => {
        const { configs, nextPageToken } = object;
        if (!Array.isArray(configs)) return object;
        return { ...(configs.length > 0 && { configs }), ...(nextPageToken !== "" && { nextPageToken }) };
      }),
  },
  {
    what: "that an extension is not required goes without saying",
    clause: "A.6.2",
    bindings: ["gRPC"],
    expected: (meanings) =>
      mapObjects(meanings, ({ required, ...rest }) =>
        required === false ? rest : { ...rest, ...(required !== undefined && { required }) },
      ),
  },
  {
    what: "no history is what nobody can ask for: 0 is how nothing is said",
    clause: "A.5",
    versions: ["0.3"],
    bindings: ["gRPC"],
    expected: withWholeHistory,
  },
  {
    what: "a message refers to no other tasks",
    clause: "B.2",
    versions: ["0.3"],
    bindings: ["HTTP+JSON", "gRPC"],
    // In the words of JSON-RPC it does; who asks for a task has no message to say them in, and is answered in those of protobuf.
    expected: (meanings, { subject: { form } }) =>
      meanings.flatMap((meaning) =>
        form === undefined || meaning.operation === "GetTask"
          ? mapObjects([meaning], ({ referenceTaskIds: _, ...rest }) => rest)
          : [meaning],
      ),
  },
  {
    what: "an error has a status",
    clause: "B.11",
    bindings: ["HTTP+JSON", "gRPC"],
    expected: (meanings, { subject }) =>
      meanings.map(({ error, ...meaning }) =>
        error ? { ...meaning, error: { ...error, status: subject.statusOf?.(error.code) ?? error.status } } : meaning,
      ),
  },
  {
    what: "an error that ends a stream has no status",
    clause: "C26a",
    versions: ["0.3"],
    bindings: ["HTTP+JSON"],
    // That of the response, which has begun with success.
    expected: (meanings) =>
      meanings.map((meaning) =>
        meaning.error && meaning.events.length > 0 ? { ...meaning, error: { ...meaning.error, status: 200 } } : meaning,
      ),
  },
];

/** Those that there are between a subject and the newest version over JSON-RPC. */
export function differencesOf({ dialect, binding }: Subject): readonly Difference[] {
  return differences.filter(
    ({ versions, bindings }) => (versions?.includes(dialect.version) ?? true) && (bindings?.includes(binding) ?? true),
  );
}
