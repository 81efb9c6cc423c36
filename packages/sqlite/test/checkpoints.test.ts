import type { Task } from "@a2a/core";
import { applyEvent } from "@a2a/core";
import type { Lease, LogEntry } from "@a2a/server";
import { expect, test } from "vitest";
import { begin, chunk, first, keyOf } from "./logs.js";
import { newFile, opened } from "./places.js";
import { tamper } from "./raw.js";

/** Appends chunks one by one, and counts the checkpoints that were asked for. */
async function appendMany(append: (after: number, entry: LogEntry, checkpoint: () => Task) => Promise<unknown>): Promise<number> {
  let checkpoints = 0;
  const log = [first("t")];
  for (let number = 2; number <= 400; number += 1) {
    const entry = chunk(number, "x".repeat(5000));
    log.push(entry);
    const outcome = await append(number - 1, entry, () => {
      checkpoints += 1;
      const task = log.reduce<Task | undefined>((folded, { event }) => applyEvent(folded, event), undefined);
      return task ?? expect.fail("no task");
    });
    expect(outcome).toBe("stored");
  }
  return checkpoints;
}

test("a log of two megabytes has few checkpoints, each as late as what it would save is large", async () => {
  const store = await opened({ relaxed: true });
  const lease = await begin(store, "t");
  const checkpoints = await appendMany(async (after, entry, checkpoint) => store.append(lease, after, [entry], { checkpoint }));
  expect(checkpoints).toBeGreaterThan(2);
  expect(checkpoints).toBeLessThan(8);
});

test("checkpoints are as few for a lease that was taken over or is written down between appends", async () => {
  const store = await opened({ relaxed: true });
  let lease: Lease = await begin(store, "t");
  const checkpoints = await appendMany(async (after, entry, checkpoint) => {
    if (after % 50 === 0) {
      const next = await store.leases.acquire(keyOf("t"));
      if (next && next !== "held") lease = next;
    }
    return store.append({ ...lease }, after, [entry], { checkpoint });
  });
  expect(checkpoints).toBeGreaterThan(2);
  expect(checkpoints).toBeLessThan(8);
});

test("a task is loaded from its checkpoint and what came after it, without the log before", async () => {
  const file = newFile();
  const before = await opened({ file, relaxed: true });
  const lease = await begin(before, "t");
  await appendMany(async (after, entry, checkpoint) => before.append(lease, after, [entry], { checkpoint }));
  const loaded = await before.load(keyOf("t"));
  await before.close();
  await tamper(file, "DELETE FROM entries WHERE number < 20");
  const store = await opened({ file });
  expect(await store.load(keyOf("t"))).toEqual(loaded);
  expect(loaded?.task.artifacts?.[0]?.parts.length).toBe(399);
});
