import type { ListQuery, StoredTask, TaskPage } from "@a2a/server";
import { toSortable } from "@a2a/server/internal";
import type { Database } from "./database.js";
import type { SqlRow, SqlValue } from "./driver/driver.js";
import { loadTask, taskColumns } from "./task-row.js";

/** Conditions of a query, and their values. */
interface Condition {
  readonly index: string;
  readonly where: readonly string[];
  readonly values: readonly SqlValue[];
}

/** One page of one caller's tasks. @param onUnreadable is told of tasks that cannot be loaded: they are left out */
export function listTasks(database: Database, query: ListQuery, onUnreadable: (error: unknown) => void): TaskPage {
  const condition = conditionOf(query);
  const tasks: StoredTask[] = [];
  let after: readonly SqlValue[] | undefined = query.after && [query.after.time, toSortable(query.after.id)];
  for (;;) {
    const missing = query.limit - tasks.length;
    const rows = pageOf(database, condition, after, missing + 1);
    for (const row of rows.slice(0, missing)) {
      try {
        tasks.push(loadTask(database, row));
      } catch (error) {
        onUnreadable(error);
      }
    }
    const more = rows.length > missing;
    const last = rows.at(missing - 1);
    // In place of those that are left out others follow, so that a page ends with a task to go on behind.
    if (!more || tasks.length === query.limit || !last) return { tasks, total: totalOf(database, query, condition), more };
    after = [Number(last.status_at), String(last.id)];
  }
}

function pageOf(
  database: Database,
  { index, where, values }: Condition,
  after: readonly SqlValue[] | undefined,
  limit: number,
): readonly SqlRow[] {
  const conditions = after ? [...where, "(status_at, id) < (?, ?)"] : where;
  const sql = `SELECT ${taskColumns}, status_at FROM tasks INDEXED BY ${index} WHERE ${conditions.join(" AND ")} ORDER BY status_at DESC, id DESC LIMIT ?`;
  return database.all(sql, ...values, ...(after ?? []), limit);
}

function totalOf(database: Database, query: ListQuery, { index, where, values }: Condition): number {
  // Counts that are kept do for everything but contexts and times.
  const isKept = query.contextId === undefined && query.since === undefined;
  const counted = isKept ? "coalesce(sum(count), 0) AS total FROM totals" : `count(*) AS total FROM tasks INDEXED BY ${index}`;
  return Number(database.get(`SELECT ${counted} WHERE ${where.join(" AND ")}`, ...values)?.total);
}

function conditionOf({ tenant, owner, contextId, state, since }: ListQuery): Condition {
  const where = ["tenant = ?", "owner = ?"];
  const values: SqlValue[] = [toSortable(tenant), toSortable(owner)];
  const add = (condition: string, value: SqlValue): void => {
    where.push(condition);
    values.push(value);
  };
  if (contextId !== undefined) add("context_id = ?", toSortable(contextId));
  if (state !== undefined) add("state = ?", state);
  if (since !== undefined) add("status_at >= ?", since);
  const index = contextId !== undefined ? "tasks_by_context" : state !== undefined ? "tasks_by_state" : "tasks_by_time";
  return { index, where, values };
}
