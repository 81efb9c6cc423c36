import type { TaskState } from "@a2a/core";
import { describe, expect, test } from "vitest";
import { LazyAbort } from "../lazy-abort.js";
import type { MemoryStoreOptions } from "./memory-store.js";
import { createMemoryStore } from "./memory-store.js";
import type { Lease, LogEntry, TaskKey, TaskStore } from "./store.js";

const keyOf = (id: string, owner = ""): TaskKey => ({ tenant: "", owner, id });

/** A store whose time stands still until it is moved. */
function stopped(options: MemoryStoreOptions = {}): { readonly store: TaskStore; pass(ms: number): void } {
  let time = 0;
  return {
    store: createMemoryStore({ now: () => time, ...options }),
    pass(ms) {
      time += ms;
    },
  };
}

async function begin(store: TaskStore, id: string, owner = ""): Promise<Lease> {
  const event = { task: { id, contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } } as const;
  const lease = await store.create({ key: keyOf(id, owner), contextId: "c", version: "1.0" }, [{ number: 1, at: "", event }]);
  return lease === "exists" ? expect.fail("exists") : lease;
}

/** A new status, which ends the turn unless it is worked on. */
function status(number: number, state: TaskState): LogEntry {
  const event = { statusUpdate: { taskId: "", contextId: "c", status: { state } } };
  return state === "TASK_STATE_WORKING" ? { number, at: "", event } : { number, at: "", event, endsTurn: true };
}

async function put(store: TaskStore, id: string, state: TaskState, owner = ""): Promise<void> {
  await store.append(await begin(store, id, owner), 1, [status(2, state)]);
}

/** Which tasks are kept of some that might be. */
async function kept(store: TaskStore, ...ids: string[]): Promise<string[]> {
  const loaded = await Promise.all(ids.map((id) => store.load(keyOf(id))));
  return loaded.flatMap((each) => each?.key.id ?? []);
}

const dayMs = 86_400_000;

for (const [what, state, ms, options] of [
  ["that finished", "TASK_STATE_COMPLETED", dayMs, {}],
  ["that was canceled", "TASK_STATE_CANCELED", dayMs, {}],
  ["that finished, as long as it is told to", "TASK_STATE_FAILED", 5, { maxFinishedAgeMs: 5 }],
  ["that waits for input", "TASK_STATE_INPUT_REQUIRED", 7 * dayMs, {}],
  ["that waits for credentials", "TASK_STATE_AUTH_REQUIRED", 7 * dayMs, {}],
  ["that waits, as long as it is told to", "TASK_STATE_INPUT_REQUIRED", 5, { maxWaitingAgeMs: 5 }],
] as const) {
  test(`a task ${what} is kept for ${ms} ms, and not a millisecond longer once something is stored`, async () => {
    const { store, pass } = stopped(options);
    await put(store, "old", state);
    pass(ms);
    await begin(store, "new");
    expect(await kept(store, "old", "new")).toEqual(["old", "new"]);
    pass(1);
    await begin(store, "newer");
    expect(await kept(store, "old", "new", "newer")).toEqual(["new", "newer"]);
  });
}

test("a task that is worked on is kept, however old it is", async () => {
  const { store, pass } = stopped();
  await put(store, "working", "TASK_STATE_WORKING");
  await begin(store, "submitted");
  pass(1000 * dayMs);
  await put(store, "new", "TASK_STATE_COMPLETED");
  expect(await kept(store, "working", "submitted")).toEqual(["working", "submitted"]);
});

test("a task that waits for credentials while its agent goes on is kept, however long that takes", async () => {
  const { store, pass } = stopped({ maxWaitingAgeMs: 10 });
  const lease = await begin(store, "task");
  const { endsTurn, ...waiting } = status(2, "TASK_STATE_AUTH_REQUIRED");
  await store.append(lease, 1, [waiting]);
  pass(1000);
  await begin(store, "a");
  expect(await kept(store, "task")).toEqual(["task"]);
  await store.append(lease, 2, [status(3, "TASK_STATE_AUTH_REQUIRED")]);
  pass(11);
  await begin(store, "b");
  expect(await kept(store, "task")).toEqual([]);
});

test("a task counts from its newest status: one that goes on is no longer old, and one that finishes no longer waits", async () => {
  const { store, pass } = stopped({ maxWaitingAgeMs: 10, maxFinishedAgeMs: 10 });
  const lease = await begin(store, "task");
  await store.append(lease, 1, [status(2, "TASK_STATE_INPUT_REQUIRED")]);
  pass(10);
  await store.append(lease, 2, [status(3, "TASK_STATE_WORKING")]);
  pass(10);
  await begin(store, "a");
  await store.append(lease, 3, [status(4, "TASK_STATE_INPUT_REQUIRED")]);
  pass(10);
  await store.append(lease, 4, [status(5, "TASK_STATE_COMPLETED")]);
  pass(10);
  await begin(store, "b");
  expect(await kept(store, "task")).toEqual(["task"]);
  pass(1);
  await begin(store, "c");
  expect(await kept(store, "task")).toEqual([]);
});

test("one that waits on and says so again is kept on", async () => {
  const { store, pass } = stopped({ maxWaitingAgeMs: 10 });
  const lease = await begin(store, "task");
  await store.append(lease, 1, [status(2, "TASK_STATE_AUTH_REQUIRED")]);
  await put(store, "other", "TASK_STATE_INPUT_REQUIRED");
  pass(10);
  await store.append(lease, 2, [status(3, "TASK_STATE_AUTH_REQUIRED")]);
  pass(10);
  await begin(store, "new");
  expect(await kept(store, "task", "other")).toEqual(["task"]);
});

test("of many that finished the newest are kept, whosever they are", async () => {
  const { store } = stopped({ maxFinishedTasks: 2 });
  for (const [id, owner] of [
    ["a", ""],
    ["b", "ann"],
    ["c", ""],
  ] as const)
    await put(store, id, "TASK_STATE_COMPLETED", owner);
  expect([await kept(store, "a", "c"), (await store.load(keyOf("b", "ann")))?.key.id]).toEqual([["c"], "b"]);
});

test("the count is of tasks that finished: those that wait and work take no room", async () => {
  const { store } = stopped({ maxFinishedTasks: 1 });
  for (const id of ["a", "b"]) await put(store, id, "TASK_STATE_INPUT_REQUIRED");
  await put(store, "c", "TASK_STATE_COMPLETED");
  expect(await kept(store, "a", "b", "c")).toEqual(["a", "b", "c"]);
});

describe("a task that is forgotten", () => {
  async function forgotten(): Promise<{
    readonly store: TaskStore;
    readonly lease: Lease;
    readonly woken: Promise<IteratorResult<number>>[];
  }> {
    const { store, pass } = stopped({ maxWaitingAgeMs: 10 });
    const lease = await begin(store, "task");
    await store.append(lease, 1, [status(2, "TASK_STATE_INPUT_REQUIRED")]);
    const readers = [1, 2, 3].map(() => store.wake(keyOf("task"), new LazyAbort())[Symbol.asyncIterator]());
    for (const reader of readers) await reader.next();
    const woken = readers.map(async (reader) => {
      const next = await reader.next();
      return next.done ? next : reader.next();
    });
    pass(11);
    await begin(store, "new");
    return { store, lease, woken };
  }

  test("ends whoever waits for it", async () => {
    const { woken } = await forgotten();
    expect((await Promise.all(woken)).map(({ done }) => done)).toEqual([true, true, true]);
  });

  test("is no task any more: not listed, not read, not written, not taken over, and its webhooks are gone", async () => {
    const { store, lease } = await forgotten();
    const key = keyOf("task");
    expect((await store.list({ tenant: "", owner: "", limit: 9 })).total).toBe(1);
    expect([await store.read(key, 0, 9), await store.append(lease, 2, [status(3, "TASK_STATE_WORKING")])]).toEqual(["gone", "fenced"]);
    expect([await store.leases.acquire(key), await store.push.list(key)]).toEqual([undefined, []]);
    const config = { id: "c", taskId: "task", url: "https://hook.example" };
    expect(await store.push.put(key, { config, version: "1.0", delivered: 0 })).toBe("gone");
  });

  test("leaves its name to a new one", async () => {
    const { store } = await forgotten();
    await begin(store, "task");
    await begin(store, "another");
    expect((await store.load(keyOf("task")))?.number).toBe(1);
  });
});

for (const name of ["maxFinishedTasks", "maxFinishedAgeMs", "maxWaitingAgeMs"] as const) {
  for (const value of [0, -1, Number.NaN]) {
    test(`${name} of ${value} is refused, because it would keep nothing`, () => {
      expect(() => createMemoryStore({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
    });
  }
}

describe("the size of finished tasks", () => {
  const longText = "x".repeat(100_000);

  async function finish(store: TaskStore, id: string, text: string): Promise<void> {
    const artifact = { artifactId: "a", parts: [{ text }] };
    const chunk: LogEntry = { number: 2, at: "", event: { artifactUpdate: { taskId: id, contextId: "c", artifact } } };
    await store.append(await begin(store, id), 1, [chunk, status(3, "TASK_STATE_COMPLETED")]);
  }

  test("is bounded: the oldest are forgotten first", async () => {
    const store = createMemoryStore({ maxFinishedBytes: 250_000 });
    for (const id of ["a", "b", "c"]) await finish(store, id, longText);
    expect(await Promise.all(["a", "b", "c"].map((id) => store.load(keyOf(id))))).toMatchObject([undefined, { number: 3 }, { number: 3 }]);
  });

  test("counts structure too: many small tasks are not kept for ever", async () => {
    const store = createMemoryStore({ maxFinishedBytes: 10_000 });
    for (let at = 0; at < 100; at += 1) await finish(store, `${at}`, "");
    expect(await store.load(keyOf("0"))).toBeUndefined();
  });

  test("lets the newest stay, however large it is", async () => {
    const store = createMemoryStore({ maxFinishedBytes: 1000 });
    await finish(store, "a", longText);
    expect(await store.load(keyOf("a"))).toMatchObject({ number: 3 });
  });
});
