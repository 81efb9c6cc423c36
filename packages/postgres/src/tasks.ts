import { LocalError } from "@a2a/core";
import type { Also, Lease, LogEntry, NewTask, StoredTask, TaskKey } from "@a2a/server";
import { nameOfKey, readEntry } from "@a2a/server/internal";
import { sumUp } from "./appended.js";
import type { Database, Statement } from "./database/database.js";
import { textIn } from "./database/row.js";
import type { Instance } from "./instance/instance.js";
import { keyColumns, namesOf, toKeyText } from "./key-text.js";
import { Line } from "./line.js";
import { storedColumns, storedTask } from "./store-row.js";
import type { Wakes } from "./wake/wakes.js";

/** What the parts of a store work with. */
export interface StoreParts {
  readonly database: Database;
  readonly instance: Instance;
  readonly wakes: Wakes;
  /** Quoted already. */
  readonly schema: string;
}

/** What is done with single tasks. */
export interface Tasks {
  create(task: NewTask, entries: readonly LogEntry[], also?: Also): Promise<Lease | "exists">;
  load(key: TaskKey): Promise<StoredTask | undefined>;
  append(lease: Lease, after: number, entries: readonly LogEntry[], also?: Also): Promise<"stored" | "conflict" | "fenced">;
  read(key: TaskKey, after: number, limit: number): Promise<readonly LogEntry[] | "gone">;
}

interface Statements {
  readonly create: Statement;
  readonly load: Statement;
  readonly append: Statement;
  readonly read: Statement;
}

/** Keeps tasks and their logs: each of these is one round trip. */
export function createTasks({ database, instance, wakes, schema }: StoreParts, relaxed: boolean): Tasks {
  const statements = statementsOf(schema);
  // Tasks of which the database wants a checkpoint with the next entries.
  const wanting = new Set<string>();
  const line = new Line();

  return {
    async create(task, entries, also = {}) {
      if (!entries[0] || !("task" in entries[0].event)) throw new TypeError("the first entry of a log is the task itself");
      const { json, state, phase, statusAt, turnFrom } = sumUp(entries);
      const columns = [...keyColumns(task.key), toKeyText(task.contextId), namesOf(task.key, task.contextId), task.version, json];
      const checkpoint = turnFrom === null ? null : checkpointOf(also);
      const rest = [state, phase, statusAt, turnFrom ?? 1, checkpoint, also.release ?? false, relaxed];
      const [row] = await instance.call(statements.create, (me, again) => [me, ...columns, ...rest, again]);
      return row?.created === true ? { key: task.key, token: 1 } : "exists";
    },

    async load(key) {
      const rows = await database.call(statements.load, () => keyColumns(key));
      return rows.length > 0 ? storedTask(key, rows) : undefined;
    },

    async append(lease, after, entries, also = {}) {
      const { json, state, phase, statusAt, turnFrom } = sumUp(entries);
      const name = nameOfKey(lease.key);
      const checkpoint = turnFrom !== null || wanting.has(name) ? checkpointOf(also) : null;
      const change = [state, phase, statusAt, turnFrom, checkpoint, also.release ?? false, relaxed];
      const columns = [...keyColumns(lease.key), lease.token, after, json, ...change];
      const [row] = await line.wait(name, () => database.call(statements.append, (again) => [...columns, again]));
      const outcome = outcomeOf(row?.outcome);
      if (row?.wants_checkpoint === true) wanting.add(name);
      else wanting.delete(name);
      if (outcome === "stored" && entries.length > 0) wakes.grew(lease.key, after + entries.length);
      return outcome;
    },

    async read(key, after, limit) {
      const rows = await database.call(statements.read, () => [...keyColumns(key), after, limit]);
      if (rows.length === 0) return "gone";
      return rows.flatMap((row) => (row.json === null ? [] : readEntry(textIn(row, "json"))));
    },
  };
}

function statementsOf(schema: string): Statements {
  const key = "t.tenant = $1 AND t.owner = $2 AND t.id = $3";
  return {
    create: {
      name: "a2a_create",
      text: `SELECT ${schema}.create_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) AS created`,
    },
    load: {
      name: "a2a_load",
      text: `SELECT ${storedColumns} FROM ${schema}.tasks t
        LEFT JOIN ${schema}.entries e ON e.task = t.task AND e.number > t.checkpoint_number WHERE ${key}`,
    },
    append: {
      name: "a2a_append",
      text: `SELECT * FROM ${schema}.append_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    },
    read: {
      name: "a2a_read",
      text: `SELECT e.json FROM ${schema}.tasks t
        LEFT JOIN LATERAL (SELECT * FROM ${schema}.entries e WHERE e.task = t.task AND e.number > $4 ORDER BY e.number LIMIT $5) e ON true
        WHERE ${key} ORDER BY e.number`,
    },
  };
}

function checkpointOf({ checkpoint }: Also): string | null {
  return checkpoint ? JSON.stringify(checkpoint()) : null;
}

function outcomeOf(value: unknown): "stored" | "conflict" | "fenced" {
  if (value === "stored" || value === "conflict" || value === "fenced") return value;
  throw new LocalError("BAD_RECORD", "/outcome: expected what became of an append");
}
