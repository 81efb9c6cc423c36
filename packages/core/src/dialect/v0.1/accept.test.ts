import { describe, expect, test } from "vitest";
import { isTask, isTaskEvent } from "../../generated/v0.1/validators.js";
import { readTolerant } from "../read-tolerant.js";
import { acceptEvent, acceptTask } from "./accept.js";

const bare = { id: "task-1", status: { state: "working" } };

test("what is right is not looked at twice, let alone copied", () => {
  const refuse = (): never => {
    throw new Error("rewritten");
  };
  const outcome = readTolerant(isTask, refuse, bare);
  expect(outcome.ok && outcome.value).toBe(bare);
});

test("a problem is reported where it was first met", () => {
  const wire = { id: 1, status: { state: "nowhere", message: null } };
  expect(readTolerant(isTask, acceptTask, wire)).toMatchObject({ ok: false, problem: { pointer: "/id", keyword: "type" } });
});

for (const [state, expected] of [
  ["Input-Required", "input-required"],
  ["INPUT_REQUIRED", "input-required"],
  ["TASK_STATE_INPUT_REQUIRED", "input-required"],
  ["cancelled", "canceled"],
  ["TASK_STATE_CANCELLED", "canceled"],
  ["TASK_STATE_UNSPECIFIED", "unknown"],
] as const) {
  test(`the state ${state} is ${expected}`, () => {
    expect(acceptTask({ id: "task-1", status: { state } })).toStrictEqual({ id: "task-1", status: { state: expected } });
  });
}

for (const state of ["rejected", "auth-required", "constructor", "", 1, null]) {
  test(`the state ${JSON.stringify(state)} is none`, () => {
    expect(readTolerant(isTask, acceptTask, { id: "task-1", status: { state } })).toMatchObject({
      ok: false,
      problem: { pointer: "/status/state" },
    });
  });
}

describe("ids in answers", () => {
  for (const [id, expected] of [
    [1, "1"],
    [0, "0"],
    [1.5, 1.5],
    [true, true],
  ] as const) {
    test(`${id} is ${JSON.stringify(expected)}`, () => expect(acceptTask({ id })).toStrictEqual({ id: expected }));
  }
});

test("the author of a message in the history cannot be told from its place", () => {
  const history = [{ parts: [{ type: "text", text: "Hi" }] }];
  expect(readTolerant(isTask, acceptTask, { ...bare, history })).toMatchObject({ ok: false, problem: { pointer: "/history/0/role" } });
});

test("null is absent in members of the protocol, and null in metadata and data", () => {
  const metadata = { a: null, b: { parts: null } };
  const part = { type: "data", data: { c: null }, metadata };
  const wire = { ...bare, sessionId: null, artifacts: [{ parts: [part], index: null }], metadata };
  expect(acceptTask(wire)).toStrictEqual({ ...bare, artifacts: [{ parts: [part] }], metadata });
});

test("members that only a prototype has, and those that nobody knows, are not copied", () => {
  const wire = JSON.parse(
    '{"id":"task-1","status":{"state":"working","__proto__":{"message":{}}},"__proto__":{"sessionId":"s"},"kind":"task"}',
  );
  expect(acceptTask(wire)).toStrictEqual(bare);
});

describe("an event with an array of artifacts", () => {
  const artifact = { parts: [{ type: "text", text: "A" }] };

  test("is one event each, with the same id, metadata and end", () => {
    const wire = { id: 1, artifact: [artifact, { ...artifact, name: null }], metadata: { a: 1 }, final: true, status: null };
    const each = { id: "1", artifact, final: true, metadata: { a: 1 } };
    expect(acceptEvent(wire)).toStrictEqual([each, each]);
  });

  test("and with a status is as wrong as before", () => {
    const events = acceptEvent({ ...bare, artifact: [artifact] });
    expect(events.some((event) => isTaskEvent(event))).toBe(false);
  });

  test("costs in proportion to its length, whatever else it carries", () => {
    const metadata = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key-${at}`, at]));
    const events = acceptEvent({ id: "task-1", artifact: Array.from({ length: 50_000 }, () => artifact), metadata, ...metadata });
    expect(events).toHaveLength(50_000);
  });
});
