import { copyFileSync } from "node:fs";
import { LazyAbort } from "@a2a/server/internal";
import { expect, test } from "vitest";
import { loadDriver } from "../src/driver/load-driver.js";
import { begin, chunk, first, keyOf, numbersOf } from "./logs.js";
import { newFile, opened } from "./places.js";
import { driverWith, tamper } from "./raw.js";

const config = { config: { id: "w", taskId: "a", url: "https://hook.example" }, version: "1.0", delivered: 0 } as const;

test("a file that another instance has is refused, and left alone, until that lets go", async () => {
  const file = newFile();
  const first = await opened({ file });
  await begin(first, "a");
  for (const lockTimeoutMs of [0, 60]) {
    await expect(opened({ file, lockTimeoutMs })).rejects.toMatchObject({
      code: "STORAGE",
      message: `${file} is in use by another process`,
    });
  }
  await begin(first, "b");
  const waiting = opened({ file });
  await first.close();
  expect([await numbersOf(await waiting, "a"), await numbersOf(await waiting, "b")]).toEqual([[1], [1]]);
});

test("whoever takes a file over has it: what the one before writes is refused, and changes nothing", async () => {
  const file = newFile();
  const old = await opened({ file });
  const lease = await begin(old, "a");
  await old.push.put(keyOf("a"), config);
  const wakes = old.wake(keyOf("a"), new LazyAbort())[Symbol.asyncIterator]();
  await wakes.next();
  const waiting = wakes.next();
  const store = await opened({ file, takeOver: true });
  expect(await old.append(lease, 1, [chunk(2)])).toBe("fenced");
  expect((await waiting).done, "whoever waited there has to look elsewhere").toBe(true);
  await expect(old.create({ key: keyOf("b"), contextId: "c", version: "1.0" }, [first("b")])).rejects.toMatchObject({ code: "CLOSED" });
  await expect(async () => old.leases.acquire(keyOf("a"))).rejects.toMatchObject({ code: "CLOSED" });
  await expect(async () => old.push.put(keyOf("a"), config)).rejects.toMatchObject({ code: "CLOSED" });
  await expect(async () => old.ping()).rejects.toMatchObject({ code: "CLOSED" });
  expect([await old.push.advance(keyOf("a"), "w", 1), await old.leases.adopt(9), await old.push.adopt(9)]).toEqual([false, [], []]);
  await old.leases.release(lease);
  await old.close();
  await store.ping();
  expect([await numbersOf(store, "a"), await numbersOf(store, "b")]).toEqual([[1], "gone"]);
  const [adopted] = await store.leases.adopt(9);
  expect([adopted?.times, adopted && (await store.append(adopted.lease, 1, [chunk(2)]))]).toEqual([1, "stored"]);
});

test("the file alone has everything once its store is closed", async () => {
  const file = newFile();
  const store = await opened({ file });
  await begin(store, "a");
  await store.close();
  const copy = newFile();
  copyFileSync(file, copy);
  expect(await numbersOf(await opened({ file: copy }), "a")).toEqual([1]);
});

test("an instance that is closed says so", async () => {
  const store = await opened();
  const lease = await begin(store, "a");
  await store.close();
  for (const act of [
    () => store.append(lease, 1, [chunk(2)]),
    () => store.load(keyOf("a")),
    () => store.read(keyOf("a"), 0, 9),
    () => store.list({ tenant: "", owner: "", limit: 9 }),
    () => store.leases.acquire(keyOf("a")),
    () => store.push.list(keyOf("a")),
    () => store.ping(),
    () => store.prune().then(() => store.check()),
  ]) {
    await expect(async () => act()).rejects.toMatchObject({ name: "LocalError", code: "CLOSED" });
  }
  expect((await store.wake(keyOf("a"), new LazyAbort())[Symbol.asyncIterator]().next()).done).toBe(true);
});

test("lists, sweeps and removals find what they look for by an index, however many tasks there are", async () => {
  const file = newFile();
  const seen: string[] = [];
  const driver = await driverWith((connection) => {
    const prepare = connection.prepare.bind(connection);
    connection.prepare = (sql) => {
      if (/^\s*(SELECT|UPDATE|DELETE)/.test(sql)) seen.push(sql);
      return prepare(sql);
    };
  });
  const retention = { maxFinishedAgeMs: 1, maxWaitingAgeMs: 1, maxFinishedTasks: 1, maxFinishedPerContext: 1 };
  const store = await opened({ file, driver, retention });
  await begin(store, "a");
  await store.push.put(keyOf("a"), config);
  const all = { tenant: "", owner: "", limit: 9 };
  for (const query of [
    {},
    { contextId: "c" },
    { state: "TASK_STATE_WORKING" as const },
    { since: 1 },
    { after: { time: 1, id: "a" }, since: 0 },
  ]) {
    await store.list({ ...all, ...query });
  }
  await store.leases.adopt(9);
  await store.push.adopt(9);
  await store.push.deadLetters({ limit: 9, after: { key: keyOf("a"), configId: "w", number: 1, at: "", reason: "" } });
  await store.prune();
  const connection = (await loadDriver()).open(file);
  const plans = seen.map((sql) => ({
    sql,
    // Values count for nothing: none are given.
    plan: connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(Array.from(sql.matchAll(/\?/g), () => null))
      .map(({ detail }) => String(detail)),
  }));
  connection.close();
  const slow = plans.filter(
    ({ sql, plan }) => !isOnce(sql) && plan.some((step) => /^SCAN (tasks|entries|push_configs)(?! USING INDEX)|TEMP B-TREE/.test(step)),
  );
  expect(slow.map(({ sql, plan }) => `${sql} -> ${plan.join("; ")}`)).toEqual([]);
  expect(plans.length).toBeGreaterThan(15);
});

/** Done once when a file is opened, or for the finished tasks of one context. */
function isOnce(sql: string): boolean {
  return sql.includes("UPDATE push_configs SET holder = NULL WHERE holder IS NOT NULL") || sql.includes("OFFSET");
}

test("a file that was changed by hand is opened as it is", async () => {
  const file = newFile();
  const before = await opened({ file });
  await begin(before, "a");
  await tamper(file, "UPDATE tasks SET token = 77");
  const store = await opened({ file, takeOver: true });
  expect(await store.leases.acquire(keyOf("a"))).toMatchObject({ token: 78 });
});
