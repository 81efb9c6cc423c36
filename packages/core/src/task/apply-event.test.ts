import { describe, expect, test } from "vitest";
import type { Artifact, Message, Task } from "../generated/v1.0/types.js";
import type { TaskEvent } from "./apply-event.js";
import { applyEvent, copyTask } from "./apply-event.js";

// What holds for every log is in packages/core/test/fold.test.ts.

const ids = { taskId: "t", contextId: "c" };
const said = (messageId: string): Message => ({ messageId, role: "ROLE_AGENT", parts: [{ text: messageId }] });
const asked = (messageId: string): Message => ({ messageId, role: "ROLE_USER", parts: [{ text: messageId }] });
const working = (message?: Message): TaskEvent => ({
  statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", ...(message && { message }) } },
});
const chunk = (artifact: Artifact, append?: boolean): TaskEvent => ({
  artifactUpdate: { ...ids, artifact, ...(append !== undefined && { append }) },
});
const made = (artifactId: string, ...texts: string[]): Artifact => ({ artifactId, parts: texts.map((text) => ({ text })) });
const newTask = (more: Partial<Task> = {}): Task => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" }, ...more });
const fold = (...events: TaskEvent[]): Task => events.reduce<Task | undefined>((task, event) => applyEvent(task, event), undefined) as Task; // safe: every log here has an event

describe("a task", () => {
  test("begins with itself", () => {
    expect(applyEvent(undefined, { task: newTask() })).toEqual(newTask());
  });

  test("cannot begin with an update", () => {
    for (const event of [working(), chunk(made("a", "1"))]) {
      expect(() => applyEvent(undefined, event)).toThrow(new TypeError("the first event of a task is the task itself"));
    }
  });

  test("replaces whatever was known before", () => {
    expect(fold({ task: newTask({ artifacts: [made("a", "1")] }) }, { task: newTask({ metadata: { x: 1 } }) })).toEqual(
      newTask({ metadata: { x: 1 } }),
    );
  });

  test("is changed in place by an update, so that the cost does not grow with it", () => {
    const task = applyEvent(undefined, { task: newTask() });
    expect(applyEvent(task, working())).toBe(task);
    expect(applyEvent(task, chunk(made("a", "1")))).toBe(task);
    const parts = task.artifacts?.[0]?.parts;
    applyEvent(task, chunk(made("a", "2"), true));
    expect(task.artifacts?.[0]?.parts).toBe(parts);
  });
});

describe("a status", () => {
  test("takes the place of the old one, whose message goes to the history before the message received", () => {
    const task = fold({ task: newTask({ history: [asked("1")] }) }, working(said("2")));
    expect(applyEvent(task, working(said("4")), asked("3"))).toEqual(
      newTask({ history: [asked("1"), said("2"), asked("3")], status: { state: "TASK_STATE_WORKING", message: said("4") } }),
    );
  });

  test("brings no history where nothing was said", () => {
    expect(fold({ task: newTask() }, working(), working())).toEqual(newTask({ status: { state: "TASK_STATE_WORKING" } }));
  });

  test("makes the history that the task has not had", () => {
    expect(applyEvent(newTask(), working(), asked("1")).history).toEqual([asked("1")]);
  });
});

describe("an artifact update", () => {
  const rows: readonly [name: string, events: TaskEvent[], artifacts: Artifact[]][] = [
    ["adds what is new, in the order in which it came", [chunk(made("b", "1")), chunk(made("a", "2"))], [made("b", "1"), made("a", "2")]],
    ["appends to what is known", [chunk(made("a", "1")), chunk(made("a", "2", "3"), true)], [made("a", "1", "2", "3")]],
    [
      "appends to an older artifact",
      [chunk(made("a", "1")), chunk(made("b", "2")), chunk(made("a", "3"), true)],
      [made("a", "1", "3"), made("b", "2")],
    ],
    ["makes what it should append to and is not known", [chunk(made("a", "1"), true)], [made("a", "1")]],
    [
      "replaces what is known where it stands",
      [chunk(made("a", "1")), chunk(made("b", "2")), chunk(made("a", "3"))],
      [made("a", "3"), made("b", "2")],
    ],
    ["replaces where append is false", [chunk(made("a", "1")), chunk(made("a", "2"), false)], [made("a", "2")]],
    [
      "replaces all members, not the parts alone",
      [chunk({ ...made("a", "1"), name: "n", description: "d", metadata: { x: 1 }, extensions: ["e"] }), chunk(made("a", "2"))],
      [made("a", "2")],
    ],
    [
      "appends to members: the newer name and description count, metadata and extensions join",
      [
        chunk({ ...made("a", "1"), name: "old", description: "old", metadata: { x: 1, y: 1 }, extensions: ["e", "f"] }),
        chunk({ ...made("a", "2"), name: "", description: "new", metadata: { y: 2, z: 2 }, extensions: ["f", "g"] }, true),
      ],
      [{ ...made("a", "1", "2"), name: "", description: "new", metadata: { x: 1, y: 2, z: 2 }, extensions: ["e", "f", "g"] }],
    ],
    [
      "keeps members that a chunk does not speak of",
      [chunk({ ...made("a", "1"), name: "n", description: "d", metadata: { x: 1 }, extensions: ["e"] }), chunk(made("a", "2"), true)],
      [{ ...made("a", "1", "2"), name: "n", description: "d", metadata: { x: 1 }, extensions: ["e"] }],
    ],
    [
      "gives members to an artifact that had none",
      [chunk(made("a", "1")), chunk({ ...made("a", "2"), metadata: { x: 1 }, extensions: ["e", "e"] }, true)],
      [{ ...made("a", "1", "2"), metadata: { x: 1 }, extensions: ["e"] }],
    ],
  ];
  for (const [name, events, artifacts] of rows) {
    test(name, () => {
      expect(fold({ task: newTask() }, ...events)).toEqual(newTask({ artifacts }));
    });
  }

  test("takes the newest of artifacts that have one id", () => {
    const twice = newTask({ artifacts: [made("a", "1"), made("a", "2")] });
    expect(fold({ task: twice }, chunk(made("a", "3"), true)).artifacts).toEqual([made("a", "1"), made("a", "2", "3")]);
  });
});

describe("names that objects inherit", () => {
  test("are artifact ids like others", () => {
    for (const id of ["__proto__", "constructor", "toString"]) {
      expect(fold({ task: newTask() }, chunk(made(id, "1")), chunk(made(id, "2"), true)).artifacts).toEqual([made(id, "1", "2")]);
    }
  });

  test("are members of metadata like others, and pollute nothing", () => {
    const metadata = (text: string): Record<string, unknown> => JSON.parse(text);
    const task = fold(
      { task: newTask() },
      chunk({ ...made("a", "1"), metadata: metadata('{"__proto__":{"polluted":1}}') }),
      chunk({ ...made("a", "2"), metadata: metadata('{"__proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}}}') }, true),
    );
    expect(JSON.stringify(task.artifacts?.[0]?.metadata)).toBe('{"__proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}}}');
    expect(task.artifacts?.[0]?.metadata).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("polluted");
  });
});

test("a copy has lists of its own and shares messages and parts", () => {
  const task = newTask({ history: [said("1")], artifacts: [made("a", "1")] });
  const copy = copyTask(task);
  expect(copy).toEqual(task);
  expect(copy).not.toBe(task);
  expect(copy.history).not.toBe(task.history);
  expect(copy.artifacts?.[0]?.parts).not.toBe(task.artifacts?.[0]?.parts);
  expect(copy.history?.[0]).toBe(task.history?.[0]);
  expect(copy.artifacts?.[0]?.parts[0]).toBe(task.artifacts?.[0]?.parts[0]);
});

test("a copy has no members that the task has not", () => {
  expect(Object.keys(copyTask(newTask()))).toEqual(Object.keys(newTask()));
});
