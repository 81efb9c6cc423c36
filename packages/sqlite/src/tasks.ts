import type { Adopted, Also, Lease, LogEntry, NewTask, TaskKey } from "@a2a/server";
import { toSortable } from "@a2a/server/internal";
import type { Database } from "./database.js";
import type { SqlRow } from "./driver/driver.js";
import type { StatusColumns } from "./task-row.js";
import { columnsOfKey, domain, keyOfRow, statusOf } from "./task-row.js";

// A checkpoint is made when what came since is longer than this and than the last one: what an append costs does not grow with the task, and loading
// one reads no more than twice its size, or this.
const minCheckpointSize = 65_536;

// Each number of rows is a statement of its own, which is kept prepared.
const rowsAtOnce = 16;

/** Where a lease's task stands, as its last writer left it. */
interface Stand {
  readonly task: number;
  readonly number: number;
  /** Bytes of the entries since the checkpoint, and of that. */
  readonly bytes: number;
  readonly checkpointBytes: number;
}

/** Entries to be written, with what is known of them. */
export interface Batch {
  readonly entries: readonly LogEntry[];
  readonly jsons: readonly string[];
  readonly size: number;
  readonly status: StatusColumns | undefined;
  /** Number of the first entry of the turn behind the last that ended; undefined where none ended. */
  readonly turnFrom: number | undefined;
}

/** The entries as they are now: their writer may go on with them. */
export function batchOf(entries: readonly LogEntry[]): Batch {
  const jsons = entries.map((entry) => JSON.stringify(entry));
  const size = jsons.reduce((sum, { length }) => sum + length, 0);
  const ended = entries.findLast(({ endsTurn }) => endsTurn)?.number;
  return { entries, jsons, size, status: statusOf(entries), turnFrom: ended === undefined ? undefined : ended + 1 };
}

/** What is written of tasks and their logs, within the transaction of a writer. */
export class Tasks {
  readonly #database: Database;
  readonly #instance: string;
  readonly #now: () => number;
  // By lease, and true only as long as the number is: else the row is asked.
  readonly #stands = new WeakMap<Lease, Stand>();

  constructor(database: Database, instance: string, now: () => number) {
    this.#database = database;
    this.#instance = instance;
    this.#now = now;
  }

  create({ key, contextId, version }: NewTask, { entries, jsons, size, status, turnFrom = 1 }: Batch, release: boolean): Lease | "exists" {
    const columns = columnsOfKey(key);
    if (!status) throw new TypeError("the first entry of a log is the task itself");
    const { state, statusAt, rest } = status;
    const row = this.#database.get(
      `INSERT INTO tasks (tenant, owner, id, context_id, version, domain, state, status_at, number, turn_from, token, holder, adoptions, bytes, rest, rested_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?) ON CONFLICT (tenant, owner, id) DO NOTHING RETURNING task`,
      ...columns,
      toSortable(contextId),
      version,
      domain,
      state,
      statusAt,
      entries.length,
      turnFrom,
      release ? 2 : 1,
      release ? null : this.#instance,
      size,
      rest,
      this.#now(),
    );
    if (!row) return "exists";
    const task = Number(row.task);
    this.#insert(task, 0, jsons);
    const lease = { key, token: 1 };
    this.#stands.set(lease, { task, number: entries.length, bytes: size, checkpointBytes: 0 });
    return lease;
  }

  /** Removes a task that has been created and that nobody has touched since. */
  remove({ key, token }: Lease, number: number): void {
    const sql = "DELETE FROM tasks WHERE tenant = ? AND owner = ? AND id = ? AND token = ? AND number = ?";
    this.#database.run(sql, ...columnsOfKey(key), token, number);
  }

  append(lease: Lease, after: number, batch: Batch, { checkpoint, release }: Also): "stored" | "conflict" | "fenced" {
    const stand = this.#standOf(lease, after);
    if (!stand) return "fenced";
    const { task } = stand;
    const number = after + batch.entries.length;
    let bytes = stand.bytes + batch.size;
    let { checkpointBytes } = stand;
    const isDue = checkpoint !== undefined && bytes > Math.max(minCheckpointSize, checkpointBytes);
    if (isDue) bytes = 0;
    if (!this.#update(lease, { task, after, number, bytes }, batch, release ?? false)) return this.#whyRefused(lease, task);
    this.#insert(task, after, batch.jsons);
    if (isDue) {
      const json = JSON.stringify(checkpoint());
      checkpointBytes = json.length;
      this.#database.run("INSERT OR REPLACE INTO checkpoints (task, number, json) VALUES (?, ?, ?)", task, number, json);
    }
    this.#stands.set(lease, { task, number, bytes, checkpointBytes });
    return "stored";
  }

  /** Takes the right to append, whoever had it: one process has the file. */
  acquire(key: TaskKey): Lease | undefined {
    const sql = "UPDATE tasks SET token = token + 1, holder = ? WHERE tenant = ? AND owner = ? AND id = ? RETURNING task, token";
    const row = this.#database.get(sql, this.#instance, ...columnsOfKey(key));
    if (!row) return undefined;
    this.#leaveWebhooks(Number(row.task));
    return { key, token: Number(row.token) };
  }

  release({ key, token }: Lease): void {
    const sql = "UPDATE tasks SET token = token + 1, holder = NULL WHERE tenant = ? AND owner = ? AND id = ? AND token = ?";
    this.#database.run(sql, ...columnsOfKey(key), token);
  }

  /** Tasks in the middle of a turn that this instance has not, at most so many. */
  left(limit: number): readonly SqlRow[] {
    const sql = `SELECT task, tenant, owner, id, token, adoptions FROM tasks
      WHERE turn_from <= number AND (holder IS NULL OR holder < ? OR holder > ?) LIMIT ?`;
    return this.#database.all(sql, this.#instance, this.#instance, limit);
  }

  adopt(limit: number): readonly Adopted[] {
    return this.left(limit).map((row) => {
      const sql = "UPDATE tasks SET token = token + 1, adoptions = adoptions + 1, holder = ? WHERE task = ?";
      this.#database.run(sql, this.#instance, Number(row.task));
      this.#leaveWebhooks(Number(row.task));
      return { lease: { key: keyOfRow(row), token: Number(row.token) + 1 }, times: Number(row.adoptions) + 1 };
    });
  }

  /** Lets webhooks be found that an ended instance called: from now on there may be something to tell them. */
  #leaveWebhooks(task: number): void {
    this.#database.run("UPDATE push_configs SET holder = NULL WHERE task = ? AND holder <> ?", task, this.#instance);
  }

  #standOf(lease: Lease, after: number): Stand | undefined {
    const known = this.#stands.get(lease);
    if (known?.number === after) return known;
    const sql = `SELECT task, number, bytes, (SELECT length(json) FROM checkpoints WHERE checkpoints.task = tasks.task) AS checkpoint_bytes
      FROM tasks WHERE tenant = ? AND owner = ? AND id = ?`;
    const row = this.#database.get(sql, ...columnsOfKey(lease.key));
    if (!row) return undefined;
    return {
      task: Number(row.task),
      number: Number(row.number),
      bytes: Number(row.bytes),
      checkpointBytes: Number(row.checkpoint_bytes ?? 0),
    };
  }

  /** Moves the row on, in one statement; false where the lease or the number are not the latest. A chunk touches no index of lists. */
  #update({ token }: Lease, to: Step, { status, turnFrom }: Batch, release: boolean): boolean {
    const { task, after, number, bytes } = to;
    const shared = [number, bytes, turnFrom ?? null, turnFrom === undefined ? 0 : 1, release ? 1 : 0, release ? 1 : 0];
    const columns = `number = ?, bytes = ?, turn_from = coalesce(?, turn_from), adoptions = iif(?, 0, adoptions), token = token + ?,
      holder = iif(?, NULL, holder)`;
    const where = "WHERE task = ? AND token = ? AND number = ?";
    if (!status) return this.#database.run(`UPDATE tasks SET ${columns} ${where}`, ...shared, task, token, after) === 1;
    const { state, statusAt, rest } = status;
    const sql = `UPDATE tasks SET ${columns}, state = ?, status_at = ?, rest = ?, rested_at = ? ${where}`;
    return this.#database.run(sql, ...shared, state, statusAt, rest, this.#now(), task, token, after) === 1;
  }

  #whyRefused({ token }: Lease, task: number): "conflict" | "fenced" {
    return this.#database.get("SELECT token FROM tasks WHERE task = ?", task)?.token === token ? "conflict" : "fenced";
  }

  #insert(task: number, after: number, jsons: readonly string[]): void {
    for (let from = 0; from < jsons.length; from += rowsAtOnce) {
      const some = jsons.slice(from, from + rowsAtOnce);
      // One call of SQLite for several rows: a call costs more than a row.
      const rows = some.map(() => "(?, ?, ?)").join(", ");
      const values = some.flatMap((json, at) => [task, after + from + at + 1, json]);
      this.#database.run(`INSERT INTO entries (task, number, json) VALUES ${rows}`, ...values);
    }
  }
}

interface Step {
  readonly task: number;
  readonly after: number;
  readonly number: number;
  readonly bytes: number;
}
