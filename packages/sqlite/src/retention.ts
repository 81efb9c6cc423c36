import type { RetentionOptions, TaskKey } from "@a2a/server";
import type { Database } from "./database.js";
import type { SqlRow } from "./driver/driver.js";
import { nextTurn } from "./next-turn.js";
import { keyOfRow, restOf } from "./task-row.js";
import type { Writer } from "./writer.js";

// How much is done between two turns of the event loop: about a millisecond.
const tasksPerStep = 50;
const entriesPerStep = 1000;
// How far a clock that is set right may go back.
const clockStepMs = 60_000;

/** What is kept how long, and what happens when it is not. */
export interface PrunerOptions extends RetentionOptions {
  readonly database: Database;
  readonly writer: Writer;
  now(): number;
  /** A task is gone. */
  onGone(key: TaskKey): void;
}

/** Removes what is kept long enough, in small steps among the other writes. */
export class Pruner {
  readonly #options: PrunerOptions;
  // Up to when contexts have been looked at.
  #contextsSeen = -1;
  #running: Promise<number> | undefined;

  constructor(options: PrunerOptions) {
    this.#options = options;
  }

  /** @returns how many tasks were removed */
  prune(): Promise<number> {
    this.#running ??= this.#prune().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #prune(): Promise<number> {
    const { maxFinishedAgeMs, maxWaitingAgeMs, maxFinishedTasks, maxFinishedPerContext, now } = this.#options;
    let removed = 0;
    if (maxFinishedAgeMs !== undefined) removed += await this.#repeat(() => this.#older(restOf.over, now() - maxFinishedAgeMs));
    if (maxWaitingAgeMs !== undefined) removed += await this.#repeat(() => this.#older(restOf.waits, now() - maxWaitingAgeMs));
    if (maxFinishedTasks !== undefined) removed += await this.#beyond(maxFinishedTasks);
    if (maxFinishedPerContext !== undefined) removed += await this.#contexts(maxFinishedPerContext);
    await this.#leftovers();
    return removed;
  }

  /** Removes what is found, step by step, until there is nothing more. */
  async #repeat(find: () => readonly SqlRow[]): Promise<number> {
    let removed = 0;
    while (find().length > 0) removed += await this.#step(find);
    return removed;
  }

  async #step(find: () => readonly SqlRow[]): Promise<number> {
    const gone = await this.#options.writer.write(() => this.#remove(find()));
    for (const key of gone) this.#options.onGone(key);
    return gone.length;
  }

  #older(rest: number, time: number): readonly SqlRow[] {
    const sql = "SELECT task FROM tasks INDEXED BY tasks_at_rest WHERE rest = ? AND rest > 0 AND rested_at < ? ORDER BY rested_at LIMIT ?";
    return this.#options.database.all(sql, rest, time, tasksPerStep);
  }

  async #beyond(count: number): Promise<number> {
    const { database } = this.#options;
    const counting = "SELECT count(*) AS total FROM tasks INDEXED BY tasks_at_rest WHERE rest = ? AND rest > 0";
    let excess = Number(database.get(counting, restOf.over)?.total) - count;
    const sql = "SELECT task FROM tasks INDEXED BY tasks_at_rest WHERE rest = ? AND rest > 0 ORDER BY rested_at, task LIMIT ?";
    let removed = 0;
    for (; excess > 0; excess -= tasksPerStep) {
      removed += await this.#step(() => database.all(sql, restOf.over, Math.min(excess, tasksPerStep)));
    }
    return removed;
  }

  /** Contexts are looked at where a task has finished since. */
  async #contexts(count: number): Promise<number> {
    const sql = `SELECT task, tenant, owner, context_id, rested_at FROM tasks INDEXED BY tasks_at_rest
      WHERE rest = ? AND rest > 0 AND (rested_at, task) > (?, ?) ORDER BY rested_at, task LIMIT ?`;
    let removed = 0;
    let seen: readonly [number, number] = [this.#contextsSeen, 0];
    for (;;) {
      const rows = this.#options.database.all(sql, restOf.over, ...seen, tasksPerStep);
      for (const row of rows) removed += await this.#repeat(() => this.#beyondInContext(row, count));
      const last = rows.at(-1);
      if (!last) return removed;
      seen = [Number(last.rested_at), Number(last.task)];
      this.#contextsSeen = Math.max(this.#contextsSeen, seen[0] - clockStepMs);
      await nextTurn();
    }
  }

  #beyondInContext({ tenant, owner, context_id }: SqlRow, count: number): readonly SqlRow[] {
    const sql = `SELECT task FROM tasks INDEXED BY tasks_by_context WHERE tenant = ? AND owner = ? AND context_id = ? AND rest = ?
      ORDER BY rested_at DESC, task DESC LIMIT ? OFFSET ?`;
    return this.#options.database.all(sql, String(tenant), String(owner), String(context_id), restOf.over, tasksPerStep, count);
  }

  #remove(rows: readonly SqlRow[]): readonly TaskKey[] {
    const { database } = this.#options;
    return rows.flatMap(({ task }) => {
      const gone = database.get("DELETE FROM tasks WHERE task = ? RETURNING tenant, owner, id", Number(task));
      return gone ? [keyOfRow(gone)] : [];
    });
  }

  /** The logs of tasks that are gone, some entries at a time. */
  async #leftovers(): Promise<void> {
    const { database, writer } = this.#options;
    for (;;) {
      const task = database.get("SELECT task FROM leftovers LIMIT 1")?.task;
      if (task === undefined) return;
      await writer.write(() => {
        const sql = "DELETE FROM entries WHERE task = ? AND number IN (SELECT number FROM entries WHERE task = ? LIMIT ?)";
        const count = database.run(sql, Number(task), Number(task), entriesPerStep);
        if (count < entriesPerStep) database.run("DELETE FROM leftovers WHERE task = ?", Number(task));
      });
    }
  }
}
