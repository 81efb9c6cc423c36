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
    problems.push(...problemsOfTable(database, String(name)));
    await nextTurn();
  }
  for (let after = 0; ; ) {
    const rows = attempt(problems, () =>
      database.all(`SELECT ${taskColumns} FROM tasks WHERE task > ? ORDER BY task LIMIT ?`, after, tasksPerStep),
    );
    for (const row of rows ?? []) {
      attempt(problems, () => loadTask(database, row));
      after = Number(row.task);
    }
    if (!rows?.length) return problems;
    await nextTurn();
  }
}

/** Gives space back to the disk that removed tasks took, in steps. */
export async function vacuum(database: Database): Promise<void> {
  while (Number(database.get("PRAGMA freelist_count")?.freelist_count) > 0) {
    database.all(`PRAGMA incremental_vacuum(${pagesPerStep})`);
    await nextTurn();
  }
  checkpoint(database);
}

/** Brings all of the log beside the file into it. */
export function checkpoint(database: Database): void {
  database.get("PRAGMA wal_checkpoint(TRUNCATE)");
}

function problemsOfTable(database: Database, name: string): readonly string[] {
  const problems: string[] = [];
  // A pragma's function takes values.
  const found = attempt(problems, () => database.all("SELECT integrity_check AS problem FROM pragma_integrity_check(?)", name));
  const lost = attempt(problems, () => database.all("SELECT parent FROM pragma_foreign_key_check(?)", name));
  for (const { problem } of found ?? []) if (problem !== "ok") problems.push(`table ${name}: ${problem}`);
  for (const { parent } of lost ?? []) problems.push(`table ${name}: a row refers to a row of ${parent} that is not there`);
  return problems;
}

/** Undefined where it fails, which is a problem. */
function attempt<T>(problems: string[], act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
