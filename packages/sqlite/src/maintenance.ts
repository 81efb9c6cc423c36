import type { Database } from "./database.js";
import { nextTurn } from "./next-turn.js";
import { loadTask, taskColumns } from "./task-row.js";

// Steps of about a millisecond.
const pagesPerStep = 256;
const tasksPerStep = 20;

/** Finds what is wrong with a file, in words: its structure table by table, then every task. Between the steps others have their turn. */
export async function check(database: Database): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name } of database.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")) {
    // A pragma takes no values; the names are those of the schema.
    for (const found of database.all(`SELECT * FROM pragma_integrity_check('${name}')`)) {
      if (found.integrity_check !== "ok") problems.push(`table ${name}: ${found.integrity_check}`);
    }
    await nextTurn();
  }
  for (const { table, parent } of database.all("SELECT * FROM pragma_foreign_key_check")) {
    problems.push(`table ${table}: a row refers to a row of ${parent} that is not there`);
  }
  for (let after = 0; ; ) {
    const rows = database.all(`SELECT ${taskColumns} FROM tasks WHERE task > ? ORDER BY task LIMIT ?`, after, tasksPerStep);
    for (const row of rows) {
      try {
        loadTask(database, row);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
      after = Number(row.task);
    }
    if (rows.length === 0) return problems;
    await nextTurn();
  }
}

/** Gives space back to the disk that removed tasks took, in steps. */
export async function vacuum(database: Database): Promise<void> {
  while (Number(database.get("PRAGMA freelist_count")?.freelist_count) > 0) {
    database.all(`PRAGMA incremental_vacuum(${pagesPerStep})`);
    await nextTurn();
  }
  database.get("PRAGMA wal_checkpoint(TRUNCATE)");
}
