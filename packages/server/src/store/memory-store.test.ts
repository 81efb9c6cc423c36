import { expect, test } from "vitest";
import { createMemoryStore } from "./memory-store.js";
import type { LogEntry, TaskKey } from "./store.js";

// What every store does is in the contract, and how long this one keeps tasks in memory-retention.test.ts.

const key: TaskKey = { tenant: "", owner: "", id: "task" };
const entry: LogEntry = {
  number: 1,
  at: "",
  event: { task: { id: "task", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
};

test("after close whoever is still being answered may read on", async () => {
  const store = createMemoryStore();
  await store.create({ key, contextId: "c", version: "1.0" }, [entry]);
  await store.close();
  expect(await store.load(key)).toMatchObject({ number: 1 });
});

test("nobody waits for what is in memory: every answer is there at once", () => {
  const store = createMemoryStore();
  expect(store.create({ key, contextId: "c", version: "1.0" }, [entry])).toEqual({ key, token: 1 });
  expect([store.load(key), store.read(key, 0, 9), store.list({ tenant: "", owner: "", limit: 9 })]).toMatchObject([
    { number: 1 },
    [entry],
    { total: 1 },
  ]);
  expect([store.append({ key, token: 1 }, 0, []), store.leases.acquire(key)]).toEqual(["conflict", { key, token: 2 }]);
});
