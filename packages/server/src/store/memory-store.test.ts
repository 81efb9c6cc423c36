import type { TaskEvent, TaskState } from "@a2a/core";
import { describe, expect, test } from "vitest";
import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import { createMemoryStore } from "./memory-store.js";
import type { Lease, ListQuery, LogEntry, TaskKey, TaskStore } from "./store.js";

const key: TaskKey = { tenant: "", owner: "", id: "task" };
const all: ListQuery = { tenant: "", owner: "", limit: 100 };

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();
}

function first(id = key.id, second = 0): LogEntry {
  return {
    number: 1,
    at: at(second),
    event: { task: { id, contextId: "c", status: { state: "TASK_STATE_SUBMITTED", timestamp: at(second) } } },
  };
}

function chunk(number: number, text = "chunk"): LogEntry {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { number, at: at(number), event: { artifactUpdate: { taskId: key.id, contextId: "c", artifact, append: number > 2 } } };
}

function status(number: number, state: TaskState, second = number): LogEntry {
  const event: TaskEvent = { statusUpdate: { taskId: key.id, contextId: "c", status: { state, timestamp: at(second) } } };
  return { number, at: at(second), event };
}

async function created(store: TaskStore, of: TaskKey = key, second = 0, contextId = "c"): Promise<Lease> {
  const lease = await store.create({ key: of, contextId, version: "1.0" }, [first(of.id, second)]);
  return lease === "exists" ? expect.fail("exists") : lease;
}

async function finished(store: TaskStore, id: string): Promise<void> {
  await store.append(await created(store, { ...key, id }), 1, [status(2, "TASK_STATE_COMPLETED")]);
}

describe("create, load and append", () => {
  test("a task is created once; the second attempt changes nothing and takes no lease", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    expect(await store.create({ key, contextId: "other", version: "0.3" }, [first()])).toBe("exists");
    expect(await store.append(lease, 1, [chunk(2)])).toBe("stored");
    expect(await store.load(key)).toMatchObject({ key, contextId: "c", version: "1.0", number: 2 });
  });

  test("what is loaded is the fold of the log, and the receiver may change it", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    await store.append(lease, 1, [chunk(2, "one"), chunk(3, "two")]);
    const loaded = await store.load(key);
    loaded?.task.artifacts?.[0]?.parts.push({ text: "mine" });
    loaded?.task.artifacts?.push({ artifactId: "mine", parts: [] });
    expect((await store.load(key))?.task.artifacts).toEqual([{ artifactId: "a", parts: [{ text: "one" }, { text: "two" }] }]);
    await store.append(lease, 3, [chunk(4, "three")]);
    expect((await store.load(key))?.task.artifacts?.[0]?.parts.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });

  for (const after of [0, 2, 99]) {
    test(`an append after ${after} to a log of one entry is a conflict, and stores nothing of it`, async () => {
      const store = createMemoryStore();
      const lease = await created(store);
      expect(await store.append(lease, after, [chunk(after + 1), chunk(after + 2)])).toBe("conflict");
      expect(await store.read(key, 0, 10)).toHaveLength(1);
    });
  }

  test("only the latest lease may append: the one before is fenced, released ones and those of unknown tasks too", async () => {
    const store = createMemoryStore();
    const old = await created(store);
    const latest = await store.leases.acquire(key);
    if (!latest || latest === "held") throw new TypeError("no lease");
    expect(latest.token).toBeGreaterThan(old.token);
    expect(await store.append(old, 1, [chunk(2)])).toBe("fenced");
    await store.leases.release(old);
    expect(await store.append(latest, 1, [chunk(2)])).toBe("stored");
    await store.leases.release(latest);
    expect(await store.append(latest, 2, [chunk(3)])).toBe("fenced");
    expect(await store.append({ key: { ...key, id: "unknown" }, token: 1 }, 0, [chunk(1)])).toBe("fenced");
    expect(await store.leases.acquire({ ...key, id: "unknown" })).toBeUndefined();
  });

  test("of two writers that append after the same entry one is stored and one conflicts", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    const outcomes = await Promise.all([store.append(lease, 1, [chunk(2, "a")]), store.append(lease, 1, [chunk(2, "b")])]);
    expect(outcomes.toSorted()).toEqual(["conflict", "stored"]);
    expect(await store.read(key, 0, 10)).toHaveLength(2);
  });

  test("keys of other tenants, owners and ids never meet, however they are spelled", async () => {
    const store = createMemoryStore();
    const names = ["", "a", "b", "a,b", '"', '","', "\\", '\\"', "a\u0000b", "__proto__", "constructor", "null"];
    const keys = names.flatMap((tenant) => names.flatMap((owner) => names.map((id) => ({ tenant, owner, id }))));
    for (const each of keys) await created(store, each);
    expect(new Set(await Promise.all(keys.map(async (each) => JSON.stringify((await store.load(each))?.key)))).size).toBe(keys.length);
    expect((await store.list({ ...all, tenant: "a", owner: "b" })).total).toBe(names.length);
  });
});

describe("read", () => {
  test("gives entries above a number, at most so many, in order", async () => {
    const store = createMemoryStore();
    await store.append(await created(store), 1, [chunk(2), chunk(3), chunk(4)]);
    const numbers = async (after: number, limit: number): Promise<unknown> => {
      const entries = await store.read(key, after, limit);
      return entries === "gone" ? entries : entries.map(({ number }) => number);
    };
    expect([await numbers(0, 2), await numbers(2, 2), await numbers(3, 9), await numbers(4, 9), await numbers(9, 9)]).toEqual([
      [1, 2],
      [3, 4],
      [4],
      [],
      [],
    ]);
    expect(await store.read({ ...key, id: "unknown" }, 0, 1)).toBe("gone");
  });
});

describe("wake", () => {
  test("yields the last number at once and whenever the log has grown; what came in between may be skipped, the last is not", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    const ending = new LazyAbort();
    const wakes = store.wake(key, ending)[Symbol.asyncIterator]();
    expect((await wakes.next()).value).toBe(1);
    await store.append(lease, 1, [chunk(2)]);
    await store.append(lease, 2, [chunk(3)]);
    expect((await wakes.next()).value).toBe(3);
    const waiting = wakes.next();
    await store.append(lease, 3, [chunk(4)]);
    expect((await waiting).value).toBe(4);
    const last = wakes.next();
    ending.abort("enough");
    for (let next = await last; !next.done; next = await wakes.next()) expect(next.value).toBe(4);
  });

  test("wakes every reader, however many", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    const readers = Array.from({ length: 100 }, () => store.wake(key, new LazyAbort())[Symbol.asyncIterator]());
    await Promise.all(readers.map((reader) => reader.next()));
    const waiting = Promise.all(readers.map((reader) => reader.next()));
    await store.append(lease, 1, [chunk(2)]);
    expect((await waiting).map(({ value }) => value)).toEqual(readers.map(() => 2));
  });

  test("ends at once where it is over already", async () => {
    const store = createMemoryStore();
    await created(store);
    const over = new LazyAbort();
    over.abort("over");
    expect((await store.wake(key, over)[Symbol.asyncIterator]().next()).done).toBe(true);
  });

  test("ends at once for a task that is unknown", async () => {
    expect((await createMemoryStore().wake(key, new LazyAbort())[Symbol.asyncIterator]().next()).done).toBe(true);
  });

  test("leaves no listener behind, neither when it was woken nor when it was ended", async () => {
    const store = createMemoryStore();
    const lease = await created(store);
    const ending = new LazyAbort();
    let listeners = 0;
    const until: Departure = {
      get isAborted() {
        return ending.isAborted;
      },
      onAbort(act) {
        listeners += 1;
        const stop = ending.onAbort(act);
        return () => {
          listeners -= 1;
          stop();
        };
      },
    };
    const wakes = store.wake(key, until)[Symbol.asyncIterator]();
    await wakes.next();
    for (let number = 2; number < 50; number += 1) {
      const waiting = wakes.next();
      await store.append(lease, number - 1, [chunk(number)]);
      await waiting;
      expect(listeners).toBe(0);
    }
    const waiting = wakes.next();
    expect(listeners).toBe(1);
    ending.abort("enough");
    await waiting;
    expect(listeners).toBe(0);
  });
});

describe("list", () => {
  test("gives the caller's tasks newest status first, then by id from the end of the alphabet", async () => {
    const store = createMemoryStore();
    for (const [id, second] of [
      ["a", 1],
      ["b", 3],
      ["c", 2],
      ["d", 3],
    ] as const)
      await created(store, { ...key, id }, second);
    await created(store, { tenant: "t", owner: "", id: "x" }, 9);
    await created(store, { tenant: "", owner: "o", id: "y" }, 9);
    const page = await store.list(all);
    expect([page.tasks.map(({ task }) => task.id), page.total, page.more]).toEqual([["d", "b", "c", "a"], 4, false]);
  });

  for (const [what, query, ids] of [
    ["context", { contextId: "other" }, ["b"]],
    ["state", { state: "TASK_STATE_WORKING" }, ["a"]],
    ["time, the moment itself included", { since: Date.parse(at(2)) }, ["a", "c"]],
    ["nothing that is", { state: "TASK_STATE_REJECTED" }, []],
  ] as const) {
    test(`filters by ${what}, and counts what matches`, async () => {
      const store = createMemoryStore();
      await store.append(await created(store, { ...key, id: "a" }, 1), 1, [status(2, "TASK_STATE_WORKING", 9)]);
      await created(store, { ...key, id: "b" }, 1, "other");
      await created(store, { ...key, id: "c" }, 2);
      const { tasks, total } = await store.list({ ...all, ...query });
      expect([tasks.map(({ task }) => task.id), total]).toEqual([ids, ids.length]);
    });
  }

  test("pages stay in step while tasks change: nothing that stays behind the cursor is left out or shown twice", async () => {
    const store = createMemoryStore();
    const leases = new Map<string, Lease>();
    for (let n = 0; n < 20; n += 1) leases.set(`t${n}`, await created(store, { ...key, id: `t${n}` }, Math.floor(n / 3)));
    const seen: string[] = [];
    let after: ListQuery["after"];
    for (let turn = 0; ; turn += 1) {
      const page = await store.list({ ...all, limit: 3, ...(after && { after }) });
      seen.push(...page.tasks.map(({ task }) => task.id));
      const last = page.tasks.at(-1);
      if (!page.more || !last) break;
      after = { time: Date.parse(last.task.status.timestamp ?? ""), id: last.key.id };
      // The cursor's own task moves to the front, and a new one comes.
      const lease = leases.get(last.key.id) ?? expect.fail("no lease");
      await store.append(lease, last.number, [status(last.number + 1, "TASK_STATE_WORKING", 50 + turn)]);
      await created(store, { ...key, id: `new${turn}` }, 59);
    }
    expect(seen.toSorted()).toEqual([...leases.keys()].toSorted());
  });
});

describe("retention", () => {
  test("forgets the tasks that finished first, and no other", async () => {
    const store = createMemoryStore({ maxFinishedTasks: 2 });
    await created(store, { ...key, id: "open" });
    for (const id of ["a", "b", "c"]) await finished(store, id);
    const ids = (await store.list(all)).tasks.map(({ task }) => task.id);
    expect(ids.toSorted()).toEqual(["b", "c", "open"]);
    expect([await store.load({ ...key, id: "a" }), await store.read({ ...key, id: "a" }, 0, 9)]).toEqual([undefined, "gone"]);
  });

  for (const maxFinishedTasks of [0, -1, Number.NaN]) {
    test(`${maxFinishedTasks} finished tasks are refused as a limit`, () => {
      expect(() => createMemoryStore({ maxFinishedTasks })).toThrow(TypeError);
    });
  }

  test("after close whoever is still being answered may read on", async () => {
    const store = createMemoryStore();
    await created(store);
    await store.close();
    expect(await store.load(key)).toMatchObject({ number: 1 });
  });
});
