import { describe, expect, test } from "vitest";
import type { Message, Task } from "../../generated/v1.0/types.js";
import { createDialectV01 } from "./index.js";

let made = 0;
const dialect = createDialectV01(() => `id-${++made}`);
const sent = {
  message: { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "Hi" }], taskId: "task-1", contextId: "session-sent" },
};
const parts = [{ type: "text", text: "A" }];
const bare = { id: "task-1", status: { state: "working" } };

describe("a task that is read", () => {
  test("without a session has that of the message sent", () => {
    expect(dialect.decodeResult("SendMessage", bare, sent)).toMatchObject({ ok: true, value: { task: { contextId: "session-sent" } } });
    expect(dialect.decodeResult("SendMessage", { ...bare, sessionId: "" }, sent)).toMatchObject({
      value: { task: { contextId: "session-sent" } },
    });
    expect(dialect.decodeResult("SendMessage", { ...bare, sessionId: "own" }, sent)).toMatchObject({
      value: { task: { contextId: "own" } },
    });
  });

  test("whose session nobody knows has none", () => {
    expect(decoded(bare)).toStrictEqual({ id: "task-1", status: { state: "TASK_STATE_WORKING" } });
  });

  test("has no empty lists and no members that nobody knows", () => {
    const wire = JSON.parse(
      '{"id":"task-1","status":{"state":"working","x":1},"artifacts":[],"history":[],"kind":"task","__proto__":{"a":1}}',
    );
    expect(decoded(wire)).toStrictEqual({ id: "task-1", status: { state: "TASK_STATE_WORKING" } });
  });

  test("gives every message a new id, and the ids around it", () => {
    const said = { role: "user", parts: [{ type: "text", text: "yes" }] };
    const { history = [] } = decoded({ ...bare, sessionId: "session-1", history: [said, said] });
    expect(history).toMatchObject([ids, ids]);
    expect(new Set(history.map(({ messageId }) => messageId)).size).toBe(2);
  });

  for (const [name, indexes, artifactIds] of [
    ["without indexes are named after their positions", [undefined, undefined], ["artifact-0", "artifact-1"]],
    ["with indexes are named after them", [3, 1], ["artifact-3", "artifact-1"]],
    ["with the same index all are told apart", [0, 0, 0], ["artifact-0", "artifact-1", "artifact-2"]],
    ["with the same index are told apart from others too", [1, 1, 2, 2], ["artifact-1", "artifact-2", "artifact-3", "artifact-4"]],
  ] as const) {
    test(`artifacts ${name}`, () => {
      const artifacts = indexes.map((index) => ({ parts, ...(index !== undefined && { index }) }));
      expect(decoded({ ...bare, artifacts }).artifacts?.map(({ artifactId }) => artifactId)).toEqual(artifactIds);
    });
  }
});

const ids = { taskId: "task-1", contextId: "session-1" };

describe("a task that is written", () => {
  const message: Message = {
    messageId: "m",
    ...ids,
    role: "ROLE_AGENT",
    parts: [{ text: "A" }],
    metadata: { a: 1 },
    extensions: ["https://example.com/x"],
    referenceTaskIds: ["task-0"],
  };
  const task: Task = {
    id: "task-1",
    contextId: "session-1",
    status: { state: "TASK_STATE_COMPLETED", timestamp: "2025-04-02T16:59:25Z" },
    artifacts: [
      { artifactId: "artifact-0", name: "n", description: "d", parts: [{ text: "A" }], extensions: [] },
      { artifactId: "artifact-0b", parts: [{ text: "A" }], metadata: { a: 1 }, extensions: ["https://example.com/x"] },
    ],
    history: [message],
    metadata: { b: 2 },
  };
  const wire = {
    id: "task-1",
    sessionId: "session-1",
    status: { state: "completed", timestamp: "2025-04-02T16:59:25.000Z" },
    artifacts: [
      { name: "n", description: "d", index: 0, parts },
      { index: 1, parts, metadata: { a: 1, a2a_carried: { artifactId: "artifact-0b", extensions: ["https://example.com/x"] } } },
    ],
    metadata: { b: 2 },
  };
  const said = {
    role: "agent",
    parts,
    metadata: { a: 1, a2a_carried: { extensions: ["https://example.com/x"], referenceTaskIds: ["task-0"] } },
  };

  test("numbers its artifacts and carries what 0.1 cannot say", () => {
    expect(dialect.encodeResult("GetTask", task)).toStrictEqual({ ...wire, history: [said] });
    expect(dialect.encodeResult("SendMessage", { task })).toStrictEqual({ ...wire, history: [said] });
  });

  test("has no history when it has been canceled: there is no way to ask for it", () => {
    expect(dialect.encodeResult("CancelTask", task)).toStrictEqual(wire);
  });

  test("leaves empty lists and an empty session out", () => {
    const empty = { ...task, contextId: "", artifacts: [], history: [] };
    expect(dialect.encodeResult("GetTask", empty)).toStrictEqual({ id: "task-1", status: wire.status, metadata: { b: 2 } });
  });

  test("cannot be a direct reply", () => {
    expect(() => dialect.encodeResult("SendMessage", { message })).toThrow(TypeError);
  });

  test("is read without what is wrong in what it carries", () => {
    const carried = { a2a_carried: { artifactId: "", extensions: "x", referenceTaskIds: [1] } };
    const read = decoded({ ...wire, artifacts: [{ parts, metadata: carried }], history: [{ ...said, metadata: carried }] });
    expect(read.artifacts).toStrictEqual([{ artifactId: "artifact-0", parts: [{ text: "A" }] }]);
    expect(read.history?.[0]).toStrictEqual({ ...ids, messageId: expect.any(String), role: "ROLE_AGENT", parts: [{ text: "A" }] });
  });
});

function decoded(wire: unknown): Task {
  const outcome = dialect.decodeResult("GetTask", wire, { id: "task-1" });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}
