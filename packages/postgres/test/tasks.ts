import type { TaskState } from "@a2a/core";
import type { Lease, LogEntry, TaskKey, TaskStore } from "@a2a/server";

/** The key of a task of the caller that most tests are of. */
export function at(id: string, owner = ""): TaskKey {
  return { tenant: "", owner, id };
}

/** The time that entries have. */
export const someTime = "2026-01-31T12:00:00.000Z";

/** Stores a task that is worked on. */
export async function begin(store: TaskStore, id: string, { owner = "", contextId = "c", release = false } = {}): Promise<Lease> {
  const event = { task: { id, contextId, status: { state: "TASK_STATE_SUBMITTED", timestamp: someTime } } } as const;
  const lease = await store.create({ key: at(id, owner), contextId, version: "1.0" }, [{ number: 1, at: someTime, event }], { release });
  if (lease === "exists") throw new Error(`task ${id} exists`);
  return lease;
}

/** A chunk of a text. */
export function chunk(number: number, text = `chunk ${number}`): LogEntry {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { number, at: someTime, event: { artifactUpdate: { taskId: "t", contextId: "c", artifact, append: true } }, artifactIndex: 0 };
}

/** A new status. */
export function status(number: number, state: TaskState, timestamp = someTime): LogEntry {
  const isEnd = state !== "TASK_STATE_WORKING";
  const event = { statusUpdate: { taskId: "t", contextId: "c", status: { state, timestamp } } };
  return isEnd ? { number, at: timestamp, event, endsTurn: true } : { number, at: timestamp, event };
}
