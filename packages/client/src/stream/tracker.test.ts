import type { Message, StreamResponse, Task, TaskStatus } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Frame } from "../transport/transport.js";
import { positionOf, Tracker } from "./tracker.js";

const ids = { taskId: "t", contextId: "c" };
const said = (messageId: string, role: Message["role"] = "ROLE_AGENT"): Message => ({ messageId, role, parts: [{ text: messageId }] });
const frame = (event: StreamResponse, id?: string): Frame => ({ events: [event], id, isLast: false });
const status = (state: TaskStatus["state"], more: Partial<TaskStatus> = {}): StreamResponse => ({
  statusUpdate: { ...ids, status: { state, ...more } },
});
const chunk = (text: string): StreamResponse => ({
  artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text }] }, append: true },
});
const taskOf = (more: Partial<Task> = {}): Task => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, ...more });
const waiting: TaskStatus = { state: "TASK_STATE_INPUT_REQUIRED", message: said("question"), timestamp: "2026-01-01T00:00:00Z" };

describe("what has a number", () => {
  test("is taken once", () => {
    const tracker = new Tracker({});
    tracker.take(frame({ task: taskOf() }, "4"));
    expect(tracker.take(frame(chunk("a"), "5"))).toHaveLength(1);
    expect(tracker.take(frame(chunk("a"), "5"))).toHaveLength(0);
    expect(tracker.task?.artifacts?.[0]?.parts).toHaveLength(1);
    expect([tracker.position, tracker.isComplete]).toEqual([5, true]);
  });

  for (const [what, numbers, isNew] of [
    ["one is missing", ["1", "3"], false],
    ["one has none", ["1", undefined], false],
    ["a new task begins in the middle", ["2", "3"], true],
  ] as const) {
    test(`is not all there is where ${what}`, () => {
      const tracker = new Tracker({ isNew });
      for (const number of numbers) tracker.take(frame(chunk("a"), number));
      expect(tracker.isComplete).toBe(false);
    });
  }

  test("has a small one: times and names are none", () => {
    expect(["7", "0", "1700000000000", "a7", "", undefined].map(positionOf)).toEqual([7, 0, undefined, undefined, undefined, undefined]);
  });
});

describe("a task that waited for the reader's message", () => {
  test("waits again only when it has moved", () => {
    const tracker = new Tracker({ sent: "answer" });
    tracker.take(frame({ task: taskOf({ status: waiting, history: [said("answer", "ROLE_USER")] }) }));
    expect(tracker.state).toBe("running");
    tracker.meet(taskOf({ status: waiting }));
    expect(tracker.state).toBe("running");
    tracker.meet(taskOf({ status: { ...waiting, message: said("another") } }));
    expect(tracker.state).toBe("waiting");
  });

  test("is not believed to wait where its agent shows the answer behind the question", () => {
    const tracker = new Tracker({ sent: "answer" });
    tracker.take(frame(status("TASK_STATE_WORKING")));
    expect(tracker.meet(taskOf({ status: waiting, history: [said("question"), said("answer", "ROLE_USER")] }))).toEqual([]);
    expect(tracker.state).toBe("running");
  });

  test("is asked twice before it is believed to wait, where the reader has not seen what it was", () => {
    const tracker = new Tracker({ sent: "answer" });
    const task = taskOf({ status: waiting, history: [said("answer", "ROLE_USER")] });
    expect(tracker.meet(task)).toEqual([{ task }]);
    expect(tracker.state).toBe("running");
    expect(tracker.meet(task)).toEqual([]);
    expect(tracker.state).toBe("waiting");
  });

  test("that never said what it was is asked twice before it is believed to wait", () => {
    const tracker = new Tracker({ sent: "answer" });
    tracker.take(frame(chunk("a")));
    const task = taskOf({ status: waiting, artifacts: [{ artifactId: "a", parts: [{ text: "a" }, { text: "b" }] }] });
    expect(tracker.meet(task)).toMatchObject([{ artifactUpdate: { artifact: { parts: [{ text: "b" }] }, append: true } }]);
    expect(tracker.state).toBe("running");
    expect(tracker.meet(task)).toMatchObject([{ statusUpdate: { status: waiting } }]);
    expect(tracker.state).toBe("waiting");
  });
});

test("an earlier moment of the task is not gone back to, but its artifacts count", () => {
  const tracker = new Tracker({});
  tracker.take(frame({ task: taskOf() }));
  tracker.take(frame(status("TASK_STATE_WORKING", { timestamp: "2026-01-01T00:00:02Z" })));
  const missed = tracker.meet(
    taskOf({
      status: { state: "TASK_STATE_SUBMITTED", timestamp: "2026-01-01T00:00:01Z" },
      artifacts: [{ artifactId: "a", parts: [{ text: "a" }] }],
    }),
  );
  expect(missed).toMatchObject([{ artifactUpdate: {} }]);
  expect(tracker.task).toMatchObject({ status: { timestamp: "2026-01-01T00:00:02Z" }, artifacts: [{ artifactId: "a" }] });
});

test("the same words of an agent are news once, the same chunk each time", () => {
  const tracker = new Tracker({});
  const words = status("TASK_STATE_WORKING", { message: said("half way") });
  const seen = [words, words, chunk("a"), chunk("a"), status("TASK_STATE_WORKING")].map((event) => tracker.take(frame(event)).length);
  expect(seen).toEqual([1, 0, 1, 1, 1]);
});

test("what was asked for beside a stream is not told again by its beginning", () => {
  const tracker = new Tracker({});
  const artifact = { artifactId: "a", parts: [{ text: "a" }] };
  tracker.take({ events: [{ task: taskOf({ artifacts: [artifact] }) }], isLast: false, isAside: true });
  expect(tracker.isHeard).toBe(false);
  expect(tracker.take(frame({ artifactUpdate: { ...ids, artifact } }))).toEqual([]);
  expect(tracker.take(frame(status("TASK_STATE_WORKING"), "7"))).toEqual([]);
  expect(tracker.take(frame({ artifactUpdate: { ...ids, artifact } }, "8"))).toHaveLength(1);
});

test("a stream may begin without saying what the task was", () => {
  const tracker = new Tracker({ isNew: true });
  tracker.take(frame(chunk("a"), "1"));
  expect(tracker.task).toMatchObject({ id: "t", contextId: "c", artifacts: [{ artifactId: "a" }] });
});

describe("a task that is over", () => {
  const over = status("TASK_STATE_COMPLETED");

  test("stays over, whatever its stream says then; a late piece of it is taken", () => {
    const tracker = new Tracker({});
    tracker.take({ events: [{ task: taskOf() }, over], isLast: false });
    expect(tracker.take({ events: [chunk("late"), status("TASK_STATE_WORKING"), { task: taskOf() }], isLast: false })).toEqual([
      chunk("late"),
    ]);
    expect(tracker.state).toBe("over");
  });

  test("and was asked for beside the stream of a message to it may begin anew", () => {
    const tracker = new Tracker({ sent: "again" });
    tracker.take({ events: [{ task: taskOf({ status: { state: "TASK_STATE_COMPLETED" } }) }], isLast: false, isAside: true });
    expect(tracker.take(frame(status("TASK_STATE_WORKING")))).toHaveLength(1);
    expect(tracker.state).toBe("running");
  });
});
