import { readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { LocalError } from "@a2a/core";
import { LazyAbort } from "@a2a/server/internal";
import { openSqliteStore } from "@a2a/sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { begin, chunk, first, keyOf, numbersOf, put, status } from "./logs.js";
import { newFile, newFolder, opened } from "./places.js";
import { driverWith, tamper } from "./raw.js";

const all = { tenant: "", owner: "", limit: 9 };

describe("a record that is not what was stored", () => {
  for (const [what, sql] of [
    ["an entry that is no JSON", "UPDATE entries SET json = '{' WHERE task = 2 AND number = 2"],
    ["an entry that is not valid", 'UPDATE entries SET json = \'{"number":2,"at":"","event":{}}\' WHERE task = 2 AND number = 2'],
    ["an entry that is missing", "DELETE FROM entries WHERE task = 2 AND number = 2"],
    ["a log without its end", "DELETE FROM entries WHERE task = 2 AND number = 3"],
    ["a log without its beginning", "DELETE FROM entries WHERE task = 2 AND number = 1"],
    ["a number that is wrong", "UPDATE tasks SET number = 9 WHERE task = 2"],
    ["a version that is unknown", "UPDATE tasks SET version = '7.0' WHERE task = 2"],
    ["records of another version", "UPDATE tasks SET domain = '9.0' WHERE task = 2"],
    ["a checkpoint that is no task", "INSERT INTO checkpoints (task, number, json) VALUES (2, 1, '{}')"],
  ] as const) {
    test(`is found: ${what}; the task is left out of lists, which are told of, and the others are there`, async () => {
      const file = newFile();
      const problems: unknown[] = [];
      const before = await openSqliteStore({ file });
      for (const id of ["a", "b", "c"]) {
        const lease = await begin(before, id);
        await before.append(lease, 1, [chunk(2), status(3, "TASK_STATE_COMPLETED")]);
      }
      await before.close();
      await tamper(file, sql);
      const store = await opened({ file, onProblem: (error) => problems.push(error) });
      await expect(async () => store.load(keyOf("b"))).rejects.toMatchObject({ name: "LocalError", code: "BAD_RECORD" });
      const { tasks, total, more } = await store.list(all);
      expect([tasks.map(({ key }) => key.id), total, more]).toEqual([["c", "a"], 3, false]);
      expect(problems).toMatchObject([{ code: "BAD_RECORD" }]);
      expect((await store.list({ ...all, limit: 2 })).tasks.map(({ key }) => key.id)).toEqual(["c", "a"]);
      expect((await store.check()).length).toBe(1);
      expect((await store.load(keyOf("a")))?.number).toBe(3);
    });
  }

  test("is found where a log is read", async () => {
    const file = newFile();
    await put(await opened({ file }), "a", "TASK_STATE_COMPLETED");
    await tamper(file, "UPDATE entries SET json = '[]'");
    await expect(async () => (await opened({ file, takeOver: true })).read(keyOf("a"), 0, 9)).rejects.toMatchObject({ code: "BAD_RECORD" });
  });

  test("is found where webhooks are read; the others are listed", async () => {
    const file = newFile();
    const before = await opened({ file });
    await begin(before, "t");
    for (const id of ["a", "b"]) {
      await before.push.put(keyOf("t"), { config: { id, taskId: "t", url: "https://hook.example" }, version: "1.0", delivered: 0 });
    }
    await tamper(file, "UPDATE push_configs SET config = '{}' WHERE id = 'a'");
    const problems: unknown[] = [];
    const store = await opened({ file, takeOver: true, onProblem: (error) => problems.push(error) });
    await expect(async () => store.push.get(keyOf("t"), "a")).rejects.toMatchObject({ code: "BAD_RECORD" });
    expect((await store.push.list(keyOf("t"))).map(({ config }) => config.id)).toEqual(["b"]);
    expect(problems).toMatchObject([{ code: "BAD_RECORD" }]);
  });
});

describe("a file", () => {
  test("that is no database is refused, and left as it is", async () => {
    const file = newFile();
    writeFileSync(file, "no database at all, but text. ".repeat(500));
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ name: "LocalError", code: "BAD_RECORD" });
  });

  test("that is the database of something else is refused, and left as it is", async () => {
    const file = newFile();
    await tamper(file, "CREATE TABLE theirs (a)");
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: "STORAGE", message: expect.stringContaining("something else") });
  });

  test("in a folder that is not there, or that is a folder, is refused", async () => {
    const folder = newFolder();
    const missing = { code: "STORAGE", message: expect.stringContaining(`there is no folder ${folder}/missing`) };
    await expect(openSqliteStore({ file: `${folder}/missing/tasks.db` })).rejects.toMatchObject(missing);
    await expect(openSqliteStore({ file: folder })).rejects.toMatchObject({ code: "STORAGE" });
  });

  test("that may only be read is refused", async () => {
    const driver = await driverWith((connection) => connection.exec("PRAGMA query_only = ON"));
    await expect(openSqliteStore({ file: newFile(), driver })).rejects.toMatchObject({ code: "STORAGE" });
  });

  test("without a path is refused", async () => {
    await expect(openSqliteStore({ file: "" })).rejects.toThrow(TypeError);
  });

  test("whose pages are damaged is found to be", async () => {
    const file = newFile();
    const before = await openSqliteStore({ file });
    for (let at = 0; at < 50; at += 1) await put(before, `t${at}`, "TASK_STATE_COMPLETED");
    await before.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill("damage", bytes.length - 16_384));
    const problems = await (await opened({ file })).check();
    expect(problems.join()).toMatch(/^table \w+: |malformed/);
  });
});

test("a disk that is full refuses what has no room, all of it, and takes writes again when there is room", async () => {
  let limit = (_pages: number): void => undefined;
  const driver = await driverWith((connection) => {
    limit = (pages) => void connection.prepare(`PRAGMA max_page_count = ${pages}`).get([]);
  });
  const store = await opened({ driver });
  const lease = await begin(store, "a");
  limit(1);
  const large = [chunk(2, "x".repeat(200_000)), chunk(3, "y".repeat(200_000))];
  const outcomes = await Promise.allSettled([
    store.append(lease, 1, large),
    store.create({ key: keyOf("b"), contextId: "c", version: "1.0" }, [first("b"), ...large]),
  ]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { name: "LocalError", code: "STORAGE" } });
    expect(outcome.status === "rejected" && outcome.reason instanceof LocalError && outcome.reason.message).toMatch(/full/);
  }
  expect([await numbersOf(store, "a"), await numbersOf(store, "b")]).toEqual([[1], "gone"]);
  limit(1_000_000);
  expect(await store.append(lease, 1, large)).toBe("stored");
  expect([await numbersOf(store, "a"), await store.check()]).toEqual([[1, 2, 3], []]);
});

test("one write that fails takes none of those that are written together with it along", async () => {
  const store = await opened();
  const lease = await begin(store, "a");
  const bad = { key: keyOf("bad"), contextId: "c", version: "1.0" } as const;
  const outcomes = await Promise.allSettled([
    store.append(lease, 1, [chunk(2)]),
    store.create(bad, [chunk(1)]),
    store.create({ ...bad, key: keyOf("good") }, [first("good")]),
  ]);
  expect(outcomes.map(({ status: each }) => each)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([await numbersOf(store, "a"), await numbersOf(store, "bad"), await numbersOf(store, "good")]).toEqual([[1, 2], "gone", [1]]);
});

test("an append that cannot be brought to the disk is refused, and whoever waits reads what is in the file", async () => {
  const file = newFile();
  const store = await opened({ file });
  const lease = await begin(store, "a");
  const waiting = store.wake(keyOf("a"), new LazyAbort())[Symbol.asyncIterator]();
  expect((await waiting.next()).value).toBe(1);
  const woken = waiting.next();
  await failNextSync(file);
  await expect(store.append(lease, 1, [chunk(2)])).rejects.toMatchObject({ name: "LocalError", code: "STORAGE" });
  expect((await woken).value).toBe(2);
  expect(await numbersOf(store, "a")).toEqual([1, 2]);
});

test("a task that cannot be brought to the disk is not there: it is neither listed nor left to anyone, and may be created again", async () => {
  const file = newFile();
  const store = await opened({ file });
  await failNextSync(file);
  const of = { key: keyOf("a"), contextId: "c", version: "1.0" } as const;
  await expect(store.create(of, [first("a"), chunk(2)])).rejects.toMatchObject({ name: "LocalError", code: "STORAGE" });
  expect([await store.load(of.key), await numbersOf(store, "a")]).toEqual([undefined, "gone"]);
  expect(await store.create(of, [first("a")])).not.toBe("exists");
  expect([await numbersOf(store, "a"), await store.check()]).toEqual([[1], []]);
});

/** Has the next attempt to bring a file of this process to the disk fail. */
async function failNextSync(file: string): Promise<void> {
  const handle = await open(file);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Object.getPrototypeOf(handle), "datasync").mockRejectedValueOnce(new Error("EIO"));
  await handle.close();
}
