import { LocalError, versions } from "@a2a/core";
import type { DeadLetter, PushConfigStore, StoredDeadLetter, StoredPushConfig, TaskKey } from "@a2a/server";
import { fromSortable, readPushConfig, toSortable } from "@a2a/server/internal";
import { attempt } from "./attempt.js";
import type { Database } from "./database.js";
import type { SqlRow, SqlValue } from "./driver/driver.js";
import { columnsOfKey, keyOfRow } from "./task-row.js";
import type { Writer } from "./writer.js";

const taskOfKey = "(SELECT task FROM tasks WHERE tenant = ? AND owner = ? AND id = ?)";
const pushColumns = "push_configs.id, config, push_configs.version, delivered";

/** What webhooks are kept with. */
export interface PushOptions {
  readonly database: Database;
  readonly writer: Writer;
  readonly instance: string;
  /** Is told of webhooks that cannot be read where others can. */
  onProblem(error: unknown): void;
}

/** The webhooks of tasks, and what they could not be told. */
export function createPushConfigs({ database, writer, instance, onProblem }: PushOptions): PushConfigStore {
  const find = (key: TaskKey, id: string, more = "", ...values: readonly SqlValue[]): StoredPushConfig | undefined => {
    const sql = `SELECT ${pushColumns} FROM push_configs WHERE task = ${taskOfKey} AND id = ? ${more}`;
    const row = database.get(sql, ...columnsOfKey(key), toSortable(id), ...values);
    return row && readRow(row);
  };
  const due = (limit: number): readonly SqlRow[] =>
    database.all(
      `SELECT position, push_configs.id AS config_id, tenant, owner, tasks.id FROM push_configs JOIN tasks USING (task)
       WHERE push_configs.holder IS NULL AND delivered < number LIMIT ?`,
      limit,
    );

  return {
    put: (key, { config, version, delivered }) =>
      writer.write(() => {
        const task = database.get(`SELECT ${taskOfKey} AS task`, ...columnsOfKey(key))?.task;
        if (typeof task !== "number") return "gone";
        const sql = `INSERT INTO push_configs (task, id, config, version, delivered, holder) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (task, id)
          DO UPDATE SET config = excluded.config, version = excluded.version, delivered = excluded.delivered, holder = excluded.holder`;
        database.run(sql, task, toSortable(config.id), JSON.stringify(config), version, delivered, instance);
        return "stored";
      }),
    get: (key, id) => attempt(() => writer.visible(find(key, id))),
    ours: (key, id) => attempt(() => writer.visible(find(key, id, "AND holder = ?", instance))),
    list: (key) =>
      attempt(() => {
        const sql = `SELECT ${pushColumns} FROM push_configs WHERE task = ${taskOfKey} ORDER BY position`;
        return writer.visible(database.all(sql, ...columnsOfKey(key)).flatMap((row) => readable(row, onProblem)));
      }),
    delete: (key, id) =>
      writer.write(() => {
        database.run(`DELETE FROM push_configs WHERE task = ${taskOfKey} AND id = ?`, ...columnsOfKey(key), toSortable(id));
      }),
    advance: (key, id, delivered, letter) =>
      writer.write(
        () => {
          const sql = `UPDATE push_configs SET delivered = max(delivered, ?) WHERE task = ${taskOfKey} AND id = ? AND holder = ?`;
          if (database.run(sql, delivered, ...columnsOfKey(key), toSortable(id), instance) === 0) return false;
          if (letter) addLetter(database, key, id, letter);
          return true;
        },
        { refused: () => false },
      ),
    async adopt(limit) {
      // Every second nobody has left anything.
      if (!writer.isWaiting && due(1).length === 0) return [];
      return writer.write(
        () =>
          due(limit).map((row) => {
            database.run("UPDATE push_configs SET holder = ? WHERE position = ?", instance, Number(row.position));
            return { key: keyOfRow(row), id: fromSortable(String(row.config_id)) };
          }),
        { refused: () => [] },
      );
    },
    deadLetters: ({ after, limit }) => attempt(() => writer.visible(readLetters(database, after, limit))),
  };
}

/** Lets webhooks be taken over that an ended instance has not told everything. */
export function leaveWebhooks(database: Database): void {
  const sql =
    "UPDATE push_configs SET holder = NULL WHERE holder IS NOT NULL AND delivered < (SELECT number FROM tasks WHERE tasks.task = push_configs.task)";
  database.run(sql);
}

function addLetter(database: Database, key: TaskKey, id: string, { number, at, reason }: DeadLetter): void {
  const sql = `INSERT INTO dead_letters (task, config_id, number, at, reason) VALUES (${taskOfKey}, ?, ?, ?, ?)`;
  // The reason as JSON, because it may have any character.
  database.run(sql, ...columnsOfKey(key), toSortable(id), number, toSortable(at), JSON.stringify(reason));
}

function readLetters(database: Database, after: StoredDeadLetter | undefined, limit: number): readonly StoredDeadLetter[] {
  const select = `SELECT tenant, owner, id, config_id, dead_letters.number, at, reason FROM dead_letters INDEXED BY dead_letters_by_time JOIN tasks USING (task)`;
  const order = "ORDER BY at, letter LIMIT ?";
  if (!after) return database.all(`${select} ${order}`, limit).map(toLetter);
  const { key, configId, number } = after;
  const found = `SELECT max(letter) FROM dead_letters WHERE task = ${taskOfKey} AND config_id = ? AND number = ? AND at = ?`;
  // Where that one has gone with its task, the page goes on with the next time.
  const sql = `${select} WHERE (at, letter) > (?, coalesce((${found}), ${Number.MAX_SAFE_INTEGER})) ${order}`;
  const at = toSortable(after.at);
  return database.all(sql, at, ...columnsOfKey(key), toSortable(configId), number, at, limit).map(toLetter);
}

function toLetter(row: SqlRow): StoredDeadLetter {
  const { config_id: configId, number, at, reason } = row;
  const text: unknown = JSON.parse(String(reason));
  return {
    key: keyOfRow(row),
    configId: fromSortable(String(configId)),
    number: Number(number),
    at: fromSortable(String(at)),
    reason: String(text),
  };
}

function readable(row: SqlRow, onProblem: (error: unknown) => void): StoredPushConfig[] {
  try {
    return [readRow(row)];
  } catch (error) {
    onProblem(error);
    return [];
  }
}

function readRow({ config, version, delivered }: SqlRow): StoredPushConfig {
  const known = versions.find(({ wire }) => wire === version)?.wire;
  if (!known) throw new LocalError("BAD_RECORD", `a webhook is of an unknown version: ${version}`);
  return { config: readPushConfig(String(config)), version: known, delivered: Number(delivered) };
}
