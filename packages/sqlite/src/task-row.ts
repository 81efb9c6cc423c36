import type { TaskState, Version } from "@a2a/core";
import { applyEvent, LocalError, versions } from "@a2a/core";
import type { LogEntry, NewTask, StoredTask, TaskKey } from "@a2a/server";
import type { Phase } from "@a2a/server/internal";
import { fromSortable, readEntry, readTask, statedBy, toSortable } from "@a2a/server/internal";
import type { Database } from "./database.js";
import type { SqlRow } from "./driver/driver.js";

/** The version whose types the records are of: the newest stable one. */
export const domain: Version = versions.find(({ status }) => status === "stable")?.wire ?? "1.0";

/** What is read of a task's row to load it. */
export const taskColumns = "task, tenant, owner, id, context_id, version, domain, number, turn_from";

/** A key as the columns `tenant`, `owner` and `id` have it. */
export function columnsOfKey({ tenant, owner, id }: TaskKey): readonly [string, string, string] {
  return [toSortable(tenant), toSortable(owner), toSortable(id)];
}

export function keyOfRow({ tenant, owner, id }: SqlRow): TaskKey {
  return { tenant: fromSortable(String(tenant)), owner: fromSortable(String(owner)), id: fromSortable(String(id)) };
}

/** What a status does to a task's row. */
export interface StatusColumns {
  readonly state: TaskState;
  /** Milliseconds since 1970; 0 where the status has no time. */
  readonly statusAt: number;
  /** 0: it is worked on, 1: it waits for its client and nobody works on it, 2: it is over. */
  readonly rest: number;
}

/** The columns of the last status among entries; undefined where there is none. */
export function statusOf(entries: readonly LogEntry[]): StatusColumns | undefined {
  const entry = entries.findLast(({ event }) => !("artifactUpdate" in event));
  const stated = entry && statedBy(entry);
  if (!stated) return undefined;
  const { state, timestamp } = stated.status;
  return { state, statusAt: Date.parse(timestamp ?? "") || 0, rest: restOf[stated.phase] };
}

/** Values of the column `rest`. */
export const restOf: Readonly<Record<Phase, number>> = { works: 0, waits: 1, over: 2 };

/**
 * Loads the task of a row: its checkpoint, and what came after it.
 *
 * @throws LocalError `BAD_RECORD` where that is not what was stored
 */
export function loadTask(database: Database, row: SqlRow): StoredTask {
  const of = newTaskOf(row);
  const task = Number(row.task);
  const number = Number(row.number);
  if (row.domain !== domain) throw badTask(of, `its records are of version ${row.domain}`);
  const checkpoint = database.get("SELECT number, json FROM checkpoints WHERE task = ?", task);
  let folded = checkpoint && readTask(String(checkpoint.json));
  let last = Number(checkpoint?.number ?? 0);
  for (const { json } of database.all("SELECT json FROM entries WHERE task = ? AND number > ? ORDER BY number", task, last)) {
    const entry = readEntry(String(json));
    if (entry.number !== last + 1) throw badTask(of, `entry ${last + 1} is missing`);
    folded = fold(of, folded, entry);
    last = entry.number;
  }
  if (!folded || last !== number) throw badTask(of, `its log ends with ${last} instead of ${number}`);
  return { number, turnFrom: Number(row.turn_from), task: folded, ...of };
}

function fold(of: NewTask, task: StoredTask["task"] | undefined, { number, event, received }: LogEntry): StoredTask["task"] {
  if (!task && !("task" in event)) throw badTask(of, `entry ${number} is an update of nothing`);
  return applyEvent(task, event, received);
}

function newTaskOf(row: SqlRow): NewTask {
  const key = keyOfRow(row);
  const version = versions.find(({ wire }) => wire === row.version)?.wire;
  if (!version) throw new LocalError("BAD_RECORD", `task ${key.id} is of an unknown version: ${row.version}`);
  return { key, contextId: fromSortable(String(row.context_id)), version };
}

function badTask({ key }: NewTask, why: string): LocalError {
  return new LocalError("BAD_RECORD", `task ${key.id} is not what was stored: ${why}`);
}
