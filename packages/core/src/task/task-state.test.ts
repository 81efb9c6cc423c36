import { expect, test } from "vitest";
import type { TaskState } from "../generated/v1.0/types.js";
import { isInterrupted, isTerminal } from "./task-state.js";

const kinds: Readonly<Record<TaskState, "terminal" | "interrupted" | "running">> = {
  TASK_STATE_UNSPECIFIED: "running",
  TASK_STATE_SUBMITTED: "running",
  TASK_STATE_WORKING: "running",
  TASK_STATE_INPUT_REQUIRED: "interrupted",
  TASK_STATE_AUTH_REQUIRED: "interrupted",
  TASK_STATE_COMPLETED: "terminal",
  TASK_STATE_FAILED: "terminal",
  TASK_STATE_CANCELED: "terminal",
  TASK_STATE_REJECTED: "terminal",
};

for (const [name, kind] of Object.entries(kinds)) {
  const state = name as TaskState; // safe: the keys are the states
  test(`${state} is ${kind}`, () => {
    expect(isTerminal(state)).toBe(kind === "terminal");
    expect(isInterrupted(state)).toBe(kind === "interrupted");
  });
}

test("what is no state is not taken for one", () => {
  expect(() => isTerminal("completed" as TaskState)).toThrow(new TypeError("unexpected value: completed")); // safe: what JavaScript may pass
  expect(isInterrupted("input-required" as TaskState)).toBe(false); // safe: as above
});
