import { createA2AHandler, createMemoryStore } from "@a2a/server";
import { createTestbed } from "@a2a/testbed";
import { beforeAll, expect, test } from "vitest";
import { fillStore } from "./fill-store.js";
import type { AskPage } from "./list-pages.js";
import { pageCases, pagesOf, paramsOf } from "./list-pages.js";
import { rareTasks } from "./sample-tasks.js";

const count = 1000;
let ask: AskPage;
let newestFirst: readonly string[];

beforeAll(async () => {
  const store = createMemoryStore();
  await fillStore(store, count);
  const testbed = createTestbed({ store });
  ask = pagesOf(createA2AHandler(testbed, testbed.options).fetch);
  const { tasks } = await store.list({ tenant: "", owner: "", limit: count });
  newestFirst = tasks.map(({ key }) => key.id);
});

for (const [id, total, shown] of [
  ["all", count, 50],
  ["all-middle", count, 50],
  ["state", 490, 50],
  ["state-middle", 490, 50],
  ["state-few", rareTasks, rareTasks],
] as const) {
  test(`the page "${id}" shows ${shown} of ${total} tasks`, async () => {
    const page = pageCases.find((each) => each.id === id);
    const { tasks, totalSize } = await ask(page ? await paramsOf(page, ask) : {});
    expect([tasks.length, totalSize]).toEqual([shown, total]);
  });
}

test("a page in the middle begins behind half of the list", async () => {
  const { tasks } = await ask(await paramsOf({ id: "all-middle", isMiddle: true }, ask));
  expect(tasks[0]?.id).toBe(newestFirst[count / 2]);
});

test("what is no page is an error", async () => {
  await expect(ask({ pageToken: "none" })).rejects.toThrow("an answer that is no page");
});
