import type { TaskState, Version } from "@a2a/core";
import type { Also, Lease, ListQuery, LogEntry, StoredPushConfig, TaskKey, TaskStore } from "../store/store.js";

/** The task of most cases. */
export const key: TaskKey = { tenant: "", owner: "", id: "task" };

/** Everything that one caller has. */
export const all: ListQuery = { tenant: "", owner: "", limit: 100 };

/** Someone else's task of that name. */
export function keyOf(id: string, owner = "", tenant = ""): TaskKey {
  return { tenant, owner, id };
}

/** A time: RFC 3339, UTC. */
export function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 31, 12) + second * 1000).toISOString();
}

/** The same time in milliseconds since 1970. */
export function timeOf(second: number): number {
  return Date.parse(at(second));
}

/** The entry that a log begins with. */
export function first(id: string = key.id, { second = 0, contextId = "c" }: Beginning = {}): LogEntry {
  const status = { state: "TASK_STATE_SUBMITTED", timestamp: at(second) } as const;
  const history = [{ messageId: `m-${id}`, role: "ROLE_USER" as const, parts: [{ text: "hello" }] }];
  return { number: 1, at: at(second), event: { task: { id, contextId, status, history } } };
}

/** A chunk of the artifact `a`. */
export function chunk(number: number, text = "chunk", id: string = key.id): LogEntry {
  const artifact = { artifactId: "a", parts: [{ text }] };
  const event = { artifactUpdate: { taskId: id, contextId: "c", artifact, append: number > 2 } };
  return { number, at: at(number), event, artifactIndex: 0 };
}

/** A new status. */
export function status(number: number, state: TaskState, { second = number, id = key.id, endsTurn = false }: Change = {}): LogEntry {
  const event = { statusUpdate: { taskId: id, contextId: "c", status: { state, timestamp: at(second) } } };
  return endsTurn ? { number, at: at(second), event, endsTurn } : { number, at: at(second), event };
}

/** The end of a turn: the task waits for its client, or is over. */
export function turnEnd(number: number, isOver = false): LogEntry {
  return status(number, isOver ? "TASK_STATE_COMPLETED" : "TASK_STATE_INPUT_REQUIRED", { endsTurn: true });
}

/** A webhook that has been told up to an entry. */
export function webhook(
  id: string,
  { delivered = 0, of = key, version = "1.0", url = `https://hook.example/${id}` }: Hook = {},
): StoredPushConfig {
  return { config: { id, taskId: of.id, url }, version, delivered };
}

/** Stores a task that is worked on. */
export async function begin(store: TaskStore, of: TaskKey = key, beginning: Beginning & Also = {}): Promise<Lease> {
  const { contextId = "c", release } = beginning;
  const also = release ? { release } : {};
  const lease = await store.create({ key: of, contextId, version: "1.0" }, [first(of.id, beginning)], also);
  if (lease === "exists") throw new Error(`task ${JSON.stringify(of)} exists already`);
  return lease;
}

/** Takes the right to append. */
export async function acquired(store: TaskStore, of: TaskKey = key): Promise<Lease> {
  const lease = await store.leases.acquire(of);
  if (!lease || lease === "held") throw new Error(`a lease of ${JSON.stringify(of)}: found ${lease}`);
  return lease;
}

/** The numbers of the entries that a store has of a task. */
export async function numbersOf(store: TaskStore, of: TaskKey = key, after = 0, limit = 1000): Promise<readonly number[] | "gone"> {
  const entries = await store.read(of, after, limit);
  return entries === "gone" ? entries : entries.map(({ number }) => number);
}

interface Beginning {
  readonly second?: number;
  readonly contextId?: string;
}

interface Change {
  readonly second?: number;
  readonly id?: string;
  readonly endsTurn?: boolean;
}

interface Hook {
  readonly delivered?: number;
  readonly of?: TaskKey;
  readonly version?: Version;
  readonly url?: string;
}
