import type { MemoryRow } from "./memory-row.js";
import { loadRow } from "./memory-row.js";
import type { ListQuery, TaskPage } from "./store.js";

interface Match {
  readonly row: MemoryRow;
  readonly time: number;
}

/** One page of one caller's rows. @param rows newest status first, as they were stored: the sort finds them sorted but for equal times */
export function listRows(rows: Iterable<MemoryRow>, query: ListQuery): TaskPage {
  const matches: Match[] = [];
  for (const row of rows) {
    if (query.contextId !== undefined && row.of.contextId !== query.contextId) continue;
    if (query.state !== undefined && row.status.state !== query.state) continue;
    const time = Date.parse(row.status.timestamp ?? "") || 0;
    if (query.since === undefined || time >= query.since) matches.push({ row, time });
  }
  const { after, limit } = query;
  matches.sort((a, b) => compare(b, a));
  const from = after ? matches.findIndex(({ row, time }) => time < after.time || (time === after.time && row.of.key.id < after.id)) : 0;
  const rest = from < 0 ? [] : matches.slice(from, from + limit);
  return { tasks: rest.map(({ row }) => loadRow(row)), total: matches.length, more: from >= 0 && matches.length > from + limit };
}

function compare(a: Match, b: Match): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.row.of.key.id < b.row.of.key.id ? -1 : 1;
}
