import { describe, expect, test } from "vitest";
import { dialectV03 as dialect } from "./index.js";

const ids = { taskId: "task-1", contextId: "ctx-1" };
const place = { isLast: false, isCatchUp: false };
const statusUpdate = { ...ids, status: { state: "TASK_STATE_COMPLETED" as const } };
const decode = dialect.createEventDecoder({});

for (const isLast of [true, false]) {
  test(`a status that is ${isLast ? "" : "not "}the last of its stream says so, whatever its state`, () => {
    const [wire] = dialect.encodeEvent({ statusUpdate }, { ...place, isLast });
    expect(wire).toStrictEqual({ kind: "status-update", ...ids, status: { state: "completed" }, final: isLast });
    expect(decode(wire)).toStrictEqual({ ok: true, value: { events: [{ statusUpdate }], isLast } });
  });
}

test("a task is a bare task wherever it stands", () => {
  const task = { id: "task-1", contextId: "ctx-1", status: statusUpdate.status };
  for (const isLast of [true, false]) {
    for (const isCatchUp of [true, false]) {
      const events = dialect.encodeEvent({ task }, { isLast, isCatchUp });
      expect(events).toStrictEqual([{ kind: "task", id: "task-1", contextId: "ctx-1", status: { state: "completed" } }]);
    }
  }
});

test("a chunk keeps what it says of itself", () => {
  const artifactUpdate = {
    ...ids,
    artifact: { artifactId: "a", parts: [{ text: "x" }] },
    append: true,
    lastChunk: false,
    metadata: { n: 1 },
  };
  const [wire] = dialect.encodeEvent({ artifactUpdate }, place);
  expect(wire).toStrictEqual({
    ...artifactUpdate,
    kind: "artifact-update",
    artifact: { artifactId: "a", parts: [{ kind: "text", text: "x" }] },
  });
  expect(decode(wire)).toStrictEqual({ ok: true, value: { events: [{ artifactUpdate }], isLast: false } });
});

describe("events without a tag are told by their members", () => {
  const parts = [{ kind: "text", text: "x" }];
  for (const [what, wire, member] of [
    ["a task", { id: "t", contextId: "c", status: { state: "working" } }, "task"],
    ["a message, the agent's", { messageId: "m", parts }, "message"],
    ["a status, not the last", { ...ids, status: { state: "WORKING" } }, "statusUpdate"],
    ["a chunk", { ...ids, artifact: { artifactId: "a", parts } }, "artifactUpdate"],
  ] as const) {
    test(what, () => {
      const decoded = decode(wire);
      expect(decoded).toMatchObject({ ok: true, value: { isLast: false } });
      expect(decoded.ok && decoded.value.events.map((event) => Object.keys(event))).toEqual([[member]]);
    });
  }

  test("what is none of them is refused for its missing tag", () => {
    expect(decode({ ...ids })).toMatchObject({ ok: false, problem: { pointer: "/kind", keyword: "required" } });
  });
});
