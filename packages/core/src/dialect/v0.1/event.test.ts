import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../../test/arbitrary.js";
import { canonicals } from "../../../test/canonical.js";
import { isTaskEvent } from "../../generated/v0.1/validators.js";
import type { Artifact, StreamResponse, Task, TaskStatus } from "../../generated/v1.0/types.js";
import { isStreamResponse } from "../../generated/v1.0/validators.js";
import type { TaskEvent } from "../../task/apply-event.js";
import { applyEvent } from "../../task/apply-event.js";
import type { DecodedEvents, EventPlace } from "../dialect.js";
import { createDialectV01 } from "./index.js";

const dialect = createDialectV01(() => "message-id");

const ids = { taskId: "task-1", contextId: "session-1" };
const words = { messageId: "message-id", ...ids, role: "ROLE_AGENT" as const, parts: [{ text: "Done." }] };
const parts = [{ type: "text", text: "A" }];

describe("what the server writes", () => {
  const task: Task = {
    id: "task-1",
    contextId: "session-1",
    status: { state: "TASK_STATE_WORKING", timestamp: "2025-04-02T16:59:25.331Z" },
    artifacts: [
      { artifactId: "output", parts: [{ text: "A" }] },
      { artifactId: "artifact-1", parts: [{ text: "B" }] },
    ],
    history: [words],
  };
  const status = { id: "task-1", status: { state: "working", timestamp: "2025-04-02T16:59:25.331Z" }, final: false };
  const rows: readonly (readonly [string, StreamResponse, EventPlace, unknown[]])[] = [
    ["a new task is its status", { task }, { isLast: false, isCatchUp: false }, [status]],
    [
      "a task that is caught up with is its artifacts, whole, and its status",
      { task },
      { isLast: true, isCatchUp: true },
      [
        {
          id: "task-1",
          artifact: { index: 0, parts, metadata: { a2a_carried: { artifactId: "output" } }, append: false, lastChunk: true },
        },
        { id: "task-1", artifact: { index: 1, parts: [{ type: "text", text: "B" }], append: false, lastChunk: true } },
        { ...status, final: true },
      ],
    ],
    [
      "a status is final where it is the last event",
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_INPUT_REQUIRED" }, metadata: { step: 3 } } },
      { isLast: true, isCatchUp: false },
      [{ id: "task-1", status: { state: "input-required" }, final: true, metadata: { step: 3 } }],
    ],
    [
      "a status that the agent goes on after is not",
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_AUTH_REQUIRED" } } },
      { isLast: false, isCatchUp: false },
      [{ id: "task-1", status: { state: "input-required" }, final: false, metadata: { a2a_state: "auth-required" } }],
    ],
    [
      "a chunk has the position of its artifact, and both flags",
      { artifactUpdate: { ...ids, artifact: { artifactId: "artifact-2", name: "log", parts: [{ text: "A" }] }, append: true } },
      { isLast: false, isCatchUp: false, artifactIndex: 2 },
      [{ id: "task-1", artifact: { name: "log", index: 2, parts, append: true, lastChunk: false } }],
    ],
    [
      "a chunk of nobody knows which artifact is of the first",
      { artifactUpdate: { ...ids, artifact: { artifactId: "artifact-0", parts: [{ text: "A" }] }, lastChunk: true } },
      { isLast: false, isCatchUp: false },
      [{ id: "task-1", artifact: { index: 0, parts, append: false, lastChunk: true } }],
    ],
    [
      "a direct reply is the end of a task",
      { message: words },
      { isLast: true, isCatchUp: false },
      [
        {
          id: "task-1",
          status: { state: "completed", message: { role: "agent", parts: [{ type: "text", text: "Done." }] } },
          final: true,
        },
      ],
    ],
  ];

  for (const [name, event, place, wires] of rows) {
    test(name, () => {
      const encoded = dialect.encodeEvent(event, place);
      expect(encoded).toStrictEqual(wires);
      expect(encoded.every((wire) => isTaskEvent(wire))).toBe(true);
    });
  }

  test("a direct reply without a task cannot be written", () => {
    const { taskId: _, ...message } = words;
    expect(() => dialect.encodeEvent({ message }, { isLast: true, isCatchUp: false })).toThrow(TypeError);
  });
});

describe("what the client reads", () => {
  const working = { id: "task-1", status: { state: "working" } };
  const chunk = { id: "task-1", artifact: { parts, index: 3, append: true, lastChunk: false }, metadata: { step: 2 } };
  const artifact = { artifactId: "artifact-3", parts: [{ text: "A" }] };

  test("a first status is the task", () => {
    expect(read([{ ...working, metadata: { step: 1 } }])).toEqual([
      {
        events: [{ task: { id: "task-1", contextId: "session-1", status: { state: "TASK_STATE_WORKING" }, metadata: { step: 1 } } }],
        isLast: false,
      },
    ]);
  });

  test("a first chunk comes after the task that it belongs to", () => {
    const task = { id: "task-1", contextId: "session-1", status: { state: "TASK_STATE_WORKING" } };
    expect(read([chunk])).toEqual([
      {
        events: [{ task }, { artifactUpdate: { ...ids, artifact, append: true, lastChunk: false, metadata: { step: 2 } } }],
        isLast: false,
      },
    ]);
  });

  test("what follows is updates, and the final status ends the stream", () => {
    const [, second, third] = read([working, chunk, { id: "task-1", status: { state: "completed" }, final: true }]);
    expect(second?.events).toMatchObject([{ artifactUpdate: { artifact } }]);
    expect(third).toEqual({ events: [{ statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } }], isLast: true });
  });

  test("only a status can be final", () => {
    expect(read([{ ...chunk, final: true }])).toMatchObject([{ isLast: false }]);
  });

  test("an array of artifacts is one event each", () => {
    const artifacts = [{ parts }, { parts, index: 1 }];
    const [, both] = read([working, { id: 1, artifact: artifacts }]);
    expect(both?.events.map(({ artifactUpdate }) => artifactUpdate?.artifact.artifactId)).toEqual(["artifact-0", "artifact-1"]);
  });

  test("without a known session it is empty, and messages do not name it", () => {
    const said = { role: "agent", parts: [{ type: "text", text: "Hm." }] };
    const outcome = dialect.createEventDecoder({})({ id: "task-1", status: { state: "working", message: said } });
    expect(outcome).toMatchObject({
      ok: true,
      value: { events: [{ task: { contextId: "", status: { message: { taskId: "task-1" } } } }] },
    });
    expect(JSON.stringify(outcome).match(/contextId/g)).toHaveLength(1);
  });

  for (const [name, wire, pointer] of [
    ["no object", 1, ""],
    ["no status and no artifact", { id: "task-1" }, ""],
    ["an empty array of artifacts", { id: "task-1", artifact: [] }, "/artifact"],
    ["an array with one wrong artifact", { id: "task-1", artifact: [{ parts }, { parts: [] }] }, "/artifact"],
    ["a whole task of a later version", { task: { id: "task-1", status: { state: "working" } } }, ""],
  ] as const) {
    test(`${name} is refused, and the stream can go on`, () => {
      const decode = dialect.createEventDecoder(ids);
      expect(decode(wire)).toMatchObject({ ok: false, problem: { pointer } });
      expect(decode(working)).toMatchObject({ ok: true, value: { events: [{ task: { id: "task-1" } }] } });
    });
  }

  function read(wires: readonly unknown[]): DecodedEvents[] {
    const decode = dialect.createEventDecoder(ids);
    return wires.map((wire) => {
      const outcome = decode(wire);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
      return outcome.value;
    });
  }
});

describe("whoever folds a stream has the task that the server has, as GetTask would answer it", () => {
  interface Chunk {
    readonly index: number;
    readonly append: boolean;
    readonly lastChunk: boolean;
    readonly artifact: Artifact;
  }
  const chunk: fc.Arbitrary<Chunk> = fc.record({
    index: fc.nat(2),
    append: fc.boolean(),
    lastChunk: fc.boolean(),
    artifact: domainOf<Artifact>("Artifact"),
  });
  const changes = fc.array(fc.oneof(fc.record({ status: domainOf<TaskStatus>("TaskStatus") }), chunk), { maxLength: 6 });

  for (const isCatchUp of [false, true]) {
    test(isCatchUp ? "where it has caught up, but for history and metadata of before" : "from the beginning", () => {
      fc.assert(
        fc.property(domainOf<Task>("Task"), changes, (task, changed) => {
          const begun = beginningOf(task, isCatchUp);
          const events: TaskEvent[] = [{ task: begun }, ...changed.map((change) => eventOf(change, task))];
          const { atServer, atClient, ends } = follow(events, isCatchUp);
          // A task without a session has the empty one in a stream.
          expect(withoutEmpty({ contextId: "", ...atClient })).toStrictEqual(withoutEmpty({ contextId: "", ...asAnswered(atServer) }));
          expect(ends).toBe(!("artifactUpdate" in (events.at(-1) ?? {})));
        }),
        { numRuns: 200 },
      );
    });
  }

  function beginningOf({ history: _, artifacts = [], metadata, ...task }: Task, isCatchUp: boolean): Task {
    if (!isCatchUp) return { ...task, ...(metadata && { metadata }) };
    return {
      ...task,
      artifacts: artifacts.map((each, index) => ({ ...lean(each), artifactId: index === 1 ? "output-1" : `artifact-${index}` })),
    };
  }

  function eventOf(change: { status: TaskStatus } | Chunk, { id, contextId = "" }: Task): TaskEvent {
    if ("status" in change) return { statusUpdate: { taskId: id, contextId, status: change.status } };
    const { index, append, lastChunk, artifact } = change;
    return { artifactUpdate: { taskId: id, contextId, append, lastChunk, artifact: { ...lean(artifact), artifactId: `output-${index}` } } };
  }

  /** Empty and double extensions are left out beforehand: the fold removes them in some orders and not in others. */
  function lean({ extensions = [], ...artifact }: Artifact): Artifact {
    return { ...artifact, ...(extensions.length > 0 && { extensions: [...new Set(extensions)] }) };
  }

  function follow(events: readonly TaskEvent[], isCatchUp: boolean): { atServer: Task; atClient: Task | undefined; ends: boolean } {
    let atServer: Task | undefined;
    let atClient: Task | undefined;
    let ends = false;
    const [first] = events;
    const decode = dialect.createEventDecoder(first && "task" in first ? { contextId: first.task.contextId ?? "" } : {});
    events.forEach((event, at) => {
      atServer = applyEvent(atServer, event);
      const changed = "artifactUpdate" in event ? event.artifactUpdate.artifact.artifactId : undefined;
      const artifactIndex = atServer.artifacts?.findIndex(({ artifactId }) => artifactId === changed) ?? 0;
      const place = { isLast: at === events.length - 1, isCatchUp: isCatchUp && at === 0, artifactIndex };
      for (const wire of dialect.encodeEvent(event, place)) {
        expect(isTaskEvent(wire)).toBe(true);
        expect(ends).toBe(false);
        const read = decode(JSON.parse(JSON.stringify(wire)));
        if (!read.ok) throw new Error(JSON.stringify(read.problem));
        expect(read.value.events.every((each) => isStreamResponse(each))).toBe(true);
        for (const each of read.value.events) if (!each.message) atClient = applyEvent(atClient, each);
        ends = read.value.isLast;
      }
    });
    if (!atServer) throw new Error("no event");
    return { atServer, atClient, ends };
  }

  function asAnswered(task: Task): Task {
    const answer = dialect.decodeResult("GetTask", dialect.encodeResult("GetTask", task), { id: task.id });
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    return answer.value;
  }
});

function domainOf<T>(type: string): fc.Arbitrary<T> {
  const definitions = canonicals.find(({ folder }) => folder === "v1.0")?.definitions ?? {};
  // safe: values are made from the schema of the type
  return arbitraryOf(definitions, type).map((value) => JSON.parse(JSON.stringify(value)) as T);
}

/** Metadata that is there but empty is not told from none where something has been carried in it. */
function withoutEmpty(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member) => {
    const isEmpty = key === "metadata" && typeof member === "object" && member !== null && Object.keys(member).length === 0;
    return isEmpty ? undefined : member;
  });
}
