import type { Artifact, Message, StreamResponse, Task } from "@a2a/core";
import { applyEvent, copyTask } from "@a2a/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catchUp } from "./catch-up.js";
import { foldEvent } from "./fold-task.js";

const ids = { taskId: "t", contextId: "c" };
const said = (messageId: string, role: Message["role"] = "ROLE_AGENT"): Message => ({ messageId, role, parts: [{ text: messageId }] });
const taskOf = (more: Partial<Task> = {}): Task => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, ...more });

/** What a task has that its readers look at: what was said, in order, and what was made. */
function essence({ status, history = [], artifacts = [] }: Task): object {
  const messages = status.message ? [...history, status.message] : history;
  return {
    state: status.state,
    said: messages.filter(({ role }) => role === "ROLE_AGENT").map(({ messageId }) => messageId),
    artifacts: Object.fromEntries(artifacts.map((artifact) => [artifact.artifactId, artifact])),
  };
}

function folded(known: Task, events: readonly StreamResponse[]): Task {
  return events.reduce<Task>((task, event) => (event.message ? task : foldEvent(task, event)), copyTask(known));
}

// Few texts, so that chunks are often alike.
const chunk = fc.record({
  artifact: fc.record({
    artifactId: fc.constantFrom("a", "b"),
    parts: fc.array(fc.record({ text: fc.constantFrom("x", "y") }), { minLength: 1, maxLength: 2 }),
  }),
  append: fc.boolean(),
});
let lastId = 0;
const event: fc.Arbitrary<StreamResponse> = fc.oneof(
  chunk.map((each) => ({ artifactUpdate: { ...ids, ...each } })),
  fc.boolean().map((speaks) => {
    lastId += 1;
    const status = { state: "TASK_STATE_WORKING" as const, timestamp: new Date(lastId).toISOString() };
    return { statusUpdate: { ...ids, status: { ...status, ...(speaks && { message: said(`m${lastId}`) }) } } };
  }),
);

describe("what was missed", () => {
  test("leads from any moment of a task to any later one", () => {
    const begin = taskOf({ status: { state: "TASK_STATE_WORKING", message: said("m0") } });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.nat(12), (events, at) => {
        const known = folded(begin, events.slice(0, at));
        const now = folded(begin, events);
        expect(essence(folded(known, catchUp(known, now)))).toEqual(essence(now));
      }),
    );
  });

  test("is nothing where nothing was", () => {
    const task = taskOf({ history: [said("1")], artifacts: [{ artifactId: "a", parts: [{ text: "x" }] }] });
    expect(catchUp(task, copyTask(task))).toEqual([]);
  });

  const rows: readonly (readonly [string, Artifact, Artifact, object])[] = [
    [
      "more chunks are appended, alike or not",
      { artifactId: "a", parts: [{ text: "x" }] },
      { artifactId: "a", parts: [{ text: "x" }, { text: "x" }] },
      { append: true, artifact: { artifactId: "a", parts: [{ text: "x" }] } },
    ],
    [
      "fewer chunks are another artifact",
      { artifactId: "a", parts: [{ text: "x" }, { text: "y" }] },
      { artifactId: "a", parts: [{ text: "y" }] },
      { artifact: { artifactId: "a", parts: [{ text: "y" }] } },
    ],
    [
      "another name is another artifact",
      { artifactId: "a", parts: [{ text: "x" }] },
      { artifactId: "a", name: "n", parts: [{ text: "x" }] },
      { artifact: { artifactId: "a", name: "n", parts: [{ text: "x" }] } },
    ],
  ];
  for (const [what, before, after, update] of rows) {
    test(what, () => {
      const known = applyEvent(taskOf(), { artifactUpdate: { ...ids, artifact: before } });
      expect(catchUp(known, taskOf({ artifacts: [after] }))).toEqual([{ artifactUpdate: { ...ids, ...update } }]);
    });
  }

  test("is never what an agent does not show any more", () => {
    const known = taskOf({ history: [said("1")], artifacts: [{ artifactId: "a", parts: [{ text: "x" }] }] });
    expect(catchUp(known, taskOf())).toEqual([]);
  });

  test("is said once, where the message of the status is in the history as well", () => {
    const known = taskOf({ status: { state: "TASK_STATE_WORKING", message: said("1") } });
    const now = taskOf({
      history: [said("0", "ROLE_USER"), said("1"), said("2")],
      status: { state: "TASK_STATE_COMPLETED", message: said("2") },
    });
    expect(catchUp(known, now)).toEqual([{ statusUpdate: { ...ids, status: now.status } }]);
  });

  test("is known again by what was said, where readings make up ids", () => {
    const known = taskOf({ status: { state: "TASK_STATE_WORKING", message: { ...said("1"), messageId: "made up" } } });
    const now = taskOf({ history: [said("1"), said("2")], status: { state: "TASK_STATE_WORKING", message: said("3") } });
    expect(catchUp(known, now).map(({ statusUpdate }) => statusUpdate?.status.message?.messageId)).toEqual(["2", "3"]);
  });
});
