import { statSync } from "node:fs";
import type { RetentionOptions } from "@a2a/server";
import { LazyAbort } from "@a2a/server/internal";
import type { SqliteStore } from "@a2a/sqlite";
import { openSqliteStore } from "@a2a/sqlite";
import { expect, test, vi } from "vitest";
import { loadDriver } from "../src/driver/load-driver.js";
import { begin, chunk, kept, keyOf, numbersOf, put, status } from "./logs.js";
import { newFile, opened } from "./places.js";
import { tamper } from "./raw.js";

/** A store whose time stands still until it is moved. */
async function stopped(retention: RetentionOptions): Promise<{ readonly store: SqliteStore; pass(ms: number): void }> {
  let time = 1_000_000;
  const store = await opened({ retention, now: () => time, relaxed: true });
  return {
    store,
    pass(ms) {
      time += ms;
    },
  };
}

for (const [what, state, retention] of [
  ["finished", "TASK_STATE_COMPLETED", { maxFinishedAgeMs: 10 }],
  ["failed", "TASK_STATE_FAILED", { maxFinishedAgeMs: 10 }],
  ["was canceled", "TASK_STATE_CANCELED", { maxFinishedAgeMs: 10 }],
  ["was rejected", "TASK_STATE_REJECTED", { maxFinishedAgeMs: 10 }],
  ["waits for input", "TASK_STATE_INPUT_REQUIRED", { maxWaitingAgeMs: 10 }],
  ["waits for credentials", "TASK_STATE_AUTH_REQUIRED", { maxWaitingAgeMs: 10 }],
] as const) {
  test(`a task that ${what} is kept as long as it is told to, and not a millisecond longer`, async () => {
    const { store, pass } = await stopped(retention);
    await put(store, "old", state);
    pass(10);
    await put(store, "new", state);
    expect([await store.prune(), await kept(store, "old", "new")]).toEqual([0, ["old", "new"]]);
    pass(1);
    expect([await store.prune(), await kept(store, "old", "new")]).toEqual([1, ["new"]]);
  });
}

test("a task that is worked on is kept, and so is all that no limit is given for", async () => {
  const { store, pass } = await stopped({ maxFinishedAgeMs: 1 });
  await begin(store, "working");
  await put(store, "waiting", "TASK_STATE_INPUT_REQUIRED");
  pass(1_000_000_000);
  expect([await store.prune(), await kept(store, "working", "waiting")]).toEqual([0, ["working", "waiting"]]);
});

test("a task that waits for credentials while its agent goes on is kept, however long that takes", async () => {
  const { store, pass } = await stopped({ maxWaitingAgeMs: 10 });
  const lease = await begin(store, "task");
  const { endsTurn, ...waiting } = status(2, "TASK_STATE_AUTH_REQUIRED");
  await store.append(lease, 1, [waiting]);
  pass(1000);
  expect(await store.prune()).toBe(0);
  await store.append(lease, 2, [status(3, "TASK_STATE_AUTH_REQUIRED")]);
  pass(11);
  expect(await store.prune()).toBe(1);
});

test("a task counts from its newest status", async () => {
  const { store, pass } = await stopped({ maxWaitingAgeMs: 10 });
  const lease = await begin(store, "task");
  await store.append(lease, 1, [status(2, "TASK_STATE_INPUT_REQUIRED")]);
  pass(10);
  await store.append(lease, 2, [status(3, "TASK_STATE_WORKING")]);
  pass(10);
  expect(await store.prune()).toBe(0);
  await store.append(lease, 3, [status(4, "TASK_STATE_INPUT_REQUIRED")]);
  pass(10);
  expect(await store.prune()).toBe(0);
  pass(1);
  expect(await store.prune()).toBe(1);
});

test("of many that finished the newest are kept; those that wait and work take no room", async () => {
  const { store, pass } = await stopped({ maxFinishedTasks: 2 });
  await begin(store, "working");
  await put(store, "waiting", "TASK_STATE_INPUT_REQUIRED");
  const ids = Array.from({ length: 120 }, (_, index) => `t${index}`);
  for (const id of ids) {
    await put(store, id, "TASK_STATE_COMPLETED");
    pass(1);
  }
  expect(await store.prune()).toBe(118);
  expect(await kept(store, "working", "waiting", ...ids)).toEqual(["working", "waiting", "t118", "t119"]);
});

test("of each context the newest that finished are kept, also of contexts that were over the limit before", async () => {
  const { store, pass } = await stopped({ maxFinishedPerContext: 1 });
  for (const id of ["a1", "b1", "a2", "a3", "b2"]) {
    await put(store, id, "TASK_STATE_COMPLETED", id.slice(0, 1));
    pass(1);
  }
  await begin(store, "a4", "a");
  expect([await store.prune(), await kept(store, "a1", "a2", "a3", "a4", "b1", "b2")]).toEqual([3, ["a3", "a4", "b2"]]);
  await put(store, "b3", "TASK_STATE_FAILED", "b");
  expect([await store.prune(), await kept(store, "a3", "b2", "b3")]).toEqual([1, ["a3", "b3"]]);
});

test("a task that is removed is gone: for who waits for it, for its lease, its webhooks and their dead letters, and its name is free", async () => {
  const { store, pass } = await stopped({ maxWaitingAgeMs: 10 });
  const lease = await begin(store, "task");
  const config = { id: "w", taskId: "task", url: "https://hook.example" };
  await store.push.put(keyOf("task"), { config, version: "1.0", delivered: 0 });
  await store.push.advance(keyOf("task"), "w", 1, { number: 1, at: "", reason: "no" });
  await store.append(lease, 1, [chunk(2), status(3, "TASK_STATE_INPUT_REQUIRED")]);
  const wakes = store.wake(keyOf("task"), new LazyAbort())[Symbol.asyncIterator]();
  expect(await wakes.next()).toEqual({ done: false, value: 3 });
  const waiting = wakes.next();
  pass(11);
  await store.prune();
  expect((await waiting).done).toBe(true);
  expect([await store.read(keyOf("task"), 0, 9), await store.append(lease, 3, [chunk(4)])]).toEqual(["gone", "fenced"]);
  expect([await store.push.list(keyOf("task")), await store.push.deadLetters({ limit: 9 })]).toEqual([[], []]);
  expect((await store.list({ tenant: "", owner: "", limit: 9 })).total).toBe(0);
  await begin(store, "task");
  expect(await numbersOf(store, "task")).toEqual([1]);
  expect(await store.check()).toEqual([]);
});

test("the log of a task that is removed goes in steps, also where the process ended between them", async () => {
  const file = newFile();
  const retention = { maxFinishedAgeMs: 1 };
  const before = await opened({ file, relaxed: true, retention, now: () => 0 });
  const lease = await begin(before, "long");
  const chunks = Array.from({ length: 2500 }, (_, index) => chunk(index + 2));
  await before.append(lease, 1, [...chunks, status(2502, "TASK_STATE_COMPLETED")]);
  await begin(before, "other");
  await before.close();
  // As a process leaves it that is killed right after it has removed the task.
  await tamper(file, "DELETE FROM tasks WHERE id = 'long'");
  const store = await opened({ file, retention });
  expect([await store.prune(), await numbersOf(store, "other")]).toEqual([0, [1]]);
  const connection = (await loadDriver()).open(file);
  const rows = connection
    .prepare("SELECT (SELECT count(*) FROM entries) AS entries, (SELECT count(*) FROM leftovers) AS leftovers")
    .all([]);
  connection.close();
  expect(rows).toEqual([{ entries: 1, leftovers: 0 }]);
});

test("tasks are removed from time to time without being asked, and the space is given back", async () => {
  const file = newFile();
  const store = await opened({ file, relaxed: true, retention: { maxFinishedAgeMs: 1 }, pruneEveryMs: 1, now: () => (isLater ? 1000 : 0) });
  let isLater = false;
  for (let at = 0; at < 5; at += 1) {
    const lease = await begin(store, `t${at}`);
    await store.append(lease, 1, [chunk(2, "x".repeat(500_000)), status(3, "TASK_STATE_COMPLETED")]);
  }
  await store.vacuum();
  isLater = true;
  await vi.waitFor(async () => expect(await kept(store, "t0", "t4")).toEqual([]), { interval: 1 });
  await store.prune();
  expect(statSync(file).size).toBeGreaterThan(2_000_000);
  await store.vacuum();
  expect(statSync(file).size).toBeLessThan(200_000);
});

test("tasks are written, read and removed at the same time: none that is to stay is lost, and those that go are whole until then", async () => {
  const { store, pass } = await stopped({ maxFinishedTasks: 50, maxFinishedPerContext: 20 });
  const ids = Array.from({ length: 400 }, (_, index) => `t${index}`);
  const writing = Promise.all(
    ids.map(async (id, index) => {
      const lease = await begin(store, id, `c${index % 5}`);
      await store.append(lease, 1, [chunk(2), chunk(3)]);
      pass(1);
      await store.append(lease, 3, [status(4, index % 2 ? "TASK_STATE_COMPLETED" : "TASK_STATE_WORKING")]);
    }),
  );
  const pruning = (async () => {
    for (let round = 0; round < 20; round += 1) {
      await store.prune();
      for (const id of ids.slice(0, 20)) expect(["gone", 0, 1, 3, 4]).toContain(lengthOf(await numbersOf(store, id)));
    }
  })();
  await Promise.all([writing, pruning]);
  await store.prune();
  const working = ids.filter((_, index) => index % 2 === 0);
  expect(await kept(store, ...working)).toEqual(working);
  expect((await store.list({ tenant: "", owner: "", state: "TASK_STATE_COMPLETED", limit: 999 })).total).toBe(50);
  expect(await store.check()).toEqual([]);
});

for (const retention of [{ maxFinishedTasks: 0 }, { maxFinishedAgeMs: -1 }, { maxWaitingAgeMs: Number.NaN }]) {
  test(`${JSON.stringify(retention)} is refused, because it would keep nothing`, async () => {
    await expect(openSqliteStore({ file: newFile(), retention })).rejects.toThrow(TypeError);
  });
}

function lengthOf(numbers: readonly number[] | "gone"): number | "gone" {
  return numbers === "gone" ? numbers : numbers.length;
}
