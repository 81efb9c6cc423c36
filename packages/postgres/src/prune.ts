import type { RetentionOptions } from "@a2a/server";
import { keyIn } from "./key-text.js";
import type { StoreParts } from "./tasks.js";

const batchSize = 100;

/** Forgets what need not be kept, a batch at a time; returns how many tasks that were. Several instances do it one at a time. */
export async function prune({ database, schema, wakes }: Omit<StoreParts, "instance">, retention: RetentionOptions): Promise<number> {
  const { maxFinishedAgeMs = null, maxWaitingAgeMs = null, maxFinishedTasks = null, maxFinishedPerContext = null } = retention;
  const limits = [maxFinishedAgeMs, maxWaitingAgeMs, maxFinishedTasks, maxFinishedPerContext];
  if (limits.every((limit) => limit === null)) return 0;
  const statement = { name: "a2a_prune", text: `SELECT * FROM ${schema}.prune_1($1, $2, $3, $4, $5)` };
  let count = 0;
  for (;;) {
    const rows = await database.call(statement, () => [...limits, batchSize]);
    for (const row of rows) wakes.forgot(keyIn(row));
    count += rows.length;
    if (rows.length === 0) return count;
  }
}
