import type { Database } from "./database/database.js";
import { numberIn, textIn } from "./database/row.js";

/** Looks at all that is stored; returns what is wrong, a line each. It reads every row, and changes none. */
export async function check(database: Database, schema: string): Promise<readonly string[]> {
  const logs = await database.call(
    {
      name: "a2a_check_logs",
      text: `SELECT t.task::text AS task, t.number, coalesce(e.count, 0)::integer AS count FROM ${schema}.tasks t
        LEFT JOIN (SELECT task, count(*), min(number) AS first, max(number) AS last FROM ${schema}.entries GROUP BY task) e ON e.task = t.task
        WHERE e.count IS DISTINCT FROM t.number OR e.first <> 1 OR e.last <> t.number`,
    },
    () => [],
  );
  const totals = await database.call(
    {
      name: "a2a_check_totals",
      text: `SELECT tenant, owner, state, coalesce(a.count, 0)::integer AS said, coalesce(b.count, 0)::integer AS counted
        FROM (SELECT tenant, owner, state, sum(count) AS count FROM ${schema}.totals GROUP BY 1, 2, 3) a
        FULL JOIN (SELECT tenant, owner, state, count(*) AS count FROM ${schema}.tasks GROUP BY 1, 2, 3) b USING (tenant, owner, state)
        WHERE coalesce(a.count, 0) <> coalesce(b.count, 0)`,
    },
    () => [],
  );
  return [
    ...logs.map((row) => `task ${textIn(row, "task")} has ${numberIn(row, "count")} entries of ${numberIn(row, "number")}`),
    ...totals.map(
      (row) =>
        `${JSON.stringify([textIn(row, "tenant"), textIn(row, "owner")])} has ${numberIn(row, "counted")} tasks in ${textIn(row, "state")}, not ${numberIn(row, "said")}`,
    ),
  ];
}
