import type { ListQuery, StoredTask, TaskPage } from "@a2a/server";
import type { Database, Statement } from "./database/database.js";
import type { Row } from "./database/row.js";
import { numberIn, textIn } from "./database/row.js";
import { keyIn, toKeyText } from "./key-text.js";
import { storedColumns, storedTask } from "./store-row.js";

/** What lists are read with. */
export interface ListOptions {
  readonly database: Database;
  /** Quoted already. */
  readonly schema: string;
  readonly onProblem: (problem: unknown) => void;
}

interface ListedTask {
  readonly rows: Row[];
  readonly time: number;
  readonly id: string;
}

/** One page of one caller's tasks. A task that cannot be read is left out and told. */
export async function listTasks(options: ListOptions, query: ListQuery): Promise<TaskPage> {
  const { database, schema, onProblem } = options;
  let after = query.after && { time: query.after.time, id: toKeyText(query.after.id) };
  for (;;) {
    const { statement, values } = listStatement(schema, query, after);
    const rows = await database.call(statement, () => values);
    const [first] = rows;
    const listed = groupRows(rows);
    const shown = listed.slice(0, query.limit);
    const tasks = shown.flatMap(({ rows }): StoredTask[] => {
      try {
        return rows[0] ? [storedTask(keyIn(rows[0]), rows)] : [];
      } catch (error) {
        onProblem(error);
        return [];
      }
    });
    const more = listed.length > query.limit;
    const last = shown.at(-1);
    // Without a task there would be no place to go on from.
    if (tasks.length > 0 || !more || !last) return { tasks, total: first ? numberIn(first, "total") : 0, more };
    after = { time: last.time, id: last.id };
  }
}

/** The statement that a list is asked for with: for each choice of filters another, so that each has its index. */
export function listStatement(
  schema: string,
  query: ListQuery,
  after: { readonly time: number; readonly id: string } | undefined,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const values: unknown[] = [toKeyText(query.tenant), toKeyText(query.owner), query.limit + 1];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const ofCaller = "t.tenant = $1 AND t.owner = $2";
  const filters = [ofCaller];
  if (query.contextId !== undefined) filters.push(`t.context = ${place(toKeyText(query.contextId))}`);
  if (query.state !== undefined) filters.push(`t.state = ${place(query.state)}`);
  const isCounted = query.contextId === undefined && query.since === undefined;
  if (query.since !== undefined) filters.push(`t.status_at >= ${place(Math.ceil(query.since))}`);
  const where = filters.join(" AND ");
  const total = isCounted
    ? `(SELECT coalesce(sum(t.count), 0) FROM ${schema}.totals t WHERE ${where})`
    : `(SELECT count(*) FROM ${schema}.tasks t WHERE ${where})`;
  const page = after ? `${where} AND (t.status_at, t.id) < (${place(after.time)}, ${place(after.id)})` : where;
  const name = `a2a_list_${[query.contextId, query.state, query.since, after].map((each) => (each === undefined ? 0 : 1)).join("")}`;
  const text = `SELECT c.total::float8 AS total, ${storedColumns} FROM (SELECT ${total} AS total) c
    LEFT JOIN LATERAL (SELECT * FROM ${schema}.tasks t WHERE ${page} ORDER BY t.status_at DESC, t.id DESC LIMIT $3) t ON true
    LEFT JOIN LATERAL (SELECT * FROM ${schema}.entries e WHERE e.task = t.task AND e.number > t.checkpoint_number) e ON true`;
  return { statement: { name, text }, values };
}

/** The rows by their task, newest status first: the statement finds them so, but a join promises no order. */
function groupRows(rows: readonly Row[]): ListedTask[] {
  const listed = new Map<string, ListedTask>();
  for (const row of rows) {
    if (row.task === null) continue;
    const task = textIn(row, "task");
    const known = listed.get(task);
    if (known) known.rows.push(row);
    else listed.set(task, { rows: [row], time: numberIn(row, "status_at"), id: textIn(row, "id") });
  }
  return [...listed.values()].sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1));
}
