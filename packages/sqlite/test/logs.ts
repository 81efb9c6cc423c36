import type { TaskState } from "@a2a/core";
import type { Lease, LogEntry, TaskKey, TaskStore } from "@a2a/server";
import { expect } from "vitest";

/** A key of nobody in particular. */
export function keyOf(id: string, owner = ""): TaskKey {
  return { tenant: "", owner, id };
}

/** The entry that a log begins with. */
export function first(id: string, contextId = "c"): LogEntry {
  return { number: 1, at: "", event: { task: { id, contextId, status: { state: "TASK_STATE_SUBMITTED" } } } };
}

/** A chunk of an artifact. */
export function chunk(number: number, text = "chunk"): LogEntry {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { number, at: "", event: { artifactUpdate: { taskId: "t", contextId: "c", artifact, append: number > 2 } }, artifactIndex: 0 };
}

/** A new status, which ends the turn unless it is worked on. */
export function status(number: number, state: TaskState): LogEntry {
  const event = { statusUpdate: { taskId: "t", contextId: "c", status: { state } } };
  return state === "TASK_STATE_WORKING" ? { number, at: "", event } : { number, at: "", event, endsTurn: true };
}

/** Stores a task that is worked on. */
export async function begin(store: TaskStore, id: string, contextId = "c"): Promise<Lease> {
  const lease = await store.create({ key: keyOf(id), contextId, version: "1.0" }, [first(id, contextId)]);
  return lease === "exists" ? expect.fail("exists") : lease;
}

/** Stores a task that ended, or waits. */
export async function put(store: TaskStore, id: string, state: TaskState, contextId?: string): Promise<void> {
  expect(await store.append(await begin(store, id, contextId), 1, [status(2, state)])).toBe("stored");
}

/** Which of some tasks are kept. */
export async function kept(store: TaskStore, ...ids: readonly string[]): Promise<readonly string[]> {
  const loaded = await Promise.all(ids.map((id) => store.load(keyOf(id))));
  return loaded.flatMap((each) => each?.key.id ?? []);
}

/** The numbers that a store has of a task. */
export async function numbersOf(store: TaskStore, id: string): Promise<readonly number[] | "gone"> {
  const entries = await store.read(keyOf(id), 0, 100_000);
  return entries === "gone" ? entries : entries.map(({ number }) => number);
}
