import type { Task } from "@a2a/core";
import { expect, test } from "vitest";
import type { AskPage } from "./list-pages.js";
import { pageCases } from "./list-pages.js";
import { timePages } from "./time-pages.js";

function listOf(shown: number): AskPage {
  const task: Task = { id: "task", contextId: "context", status: { state: "TASK_STATE_COMPLETED" } };
  return async () => ({ tasks: Array(shown).fill(task), nextPageToken: "", pageSize: shown, totalSize: shown });
}

test("each page that is asked for is timed in both lists", async () => {
  const measured = await timePages(listOf(3), listOf(3), pageCases);
  expect(measured.map(({ id }) => id)).toEqual(pageCases.map(({ id }) => id));
  expect(measured.every(({ shortMs, longMs }) => shortMs > 0 && longMs > 0)).toBe(true);
});

for (const [short, long] of [
  [3, 4],
  [0, 0],
] as const) {
  test(`pages of ${short} and of ${long} tasks are not compared`, async () => {
    await expect(timePages(listOf(short), listOf(long), pageCases)).rejects.toThrow("no pages to compare");
  });
}
