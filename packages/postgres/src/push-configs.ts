import { LocalError } from "@a2a/core";
import type { DeadLetter, PushConfigStore, StoredDeadLetter, StoredPushConfig } from "@a2a/server";
import { readPushConfig } from "@a2a/server/internal";
import type { Row } from "./database/row.js";
import { numberIn, textIn } from "./database/row.js";
import { keyColumns, keyIn, toKeyText } from "./key-text.js";
import { readVersion } from "./store-row.js";
import type { StoreParts } from "./tasks.js";

/** Webhooks and their dead letters. */
export function createPushConfigs({ database, instance, schema }: Omit<StoreParts, "wakes">): PushConfigStore {
  const statements = statementsOf(schema);
  return {
    async put(key, { config, version, delivered }) {
      const columns = [...keyColumns(key), toKeyText(config.id), JSON.stringify(config), version, delivered];
      const [row] = await instance.call(statements.put, (me) => [me, ...columns]);
      return row?.stored === true ? "stored" : "gone";
    },
    async get(key, id) {
      const [row] = await database.call(statements.get, () => [...keyColumns(key), toKeyText(id)]);
      return row && storedConfig(row);
    },
    async list(key) {
      const rows = await database.call(statements.list, () => keyColumns(key));
      return rows.map(storedConfig);
    },
    async delete(key, id) {
      await database.call(statements.delete, () => [...keyColumns(key), toKeyText(id)]);
    },
    async advance(key, id, delivered, dead) {
      const letter = dead ? letterJson(id, dead) : null;
      const columns = [...keyColumns(key), toKeyText(id), delivered, letter];
      const [row] = await database.call(statements.advance, (again) => [instance.id, ...columns, again]);
      return row?.advanced === true;
    },
    async ours(key, id) {
      const [row] = await database.call(statements.ours, () => [...keyColumns(key), toKeyText(id), instance.id]);
      return row && storedConfig(row);
    },
    async adopt(limit) {
      const rows = await instance.adopt(statements.adopt, limit);
      return rows.map((row) => ({ key: keyIn(row), id: readPushConfig(textIn(row, "config")).id }));
    },
    async deadLetters({ after, limit }) {
      const place = after ? [...keyColumns(after.key), letterJson(after.configId, after)] : [null, null, null, null];
      const rows = await database.call(statements.deadLetters, () => [...place, limit]);
      return rows.map((row) => ({ ...readLetter(textIn(row, "letter")), key: keyIn(row) }));
    },
  };
}

function statementsOf(schema: string) {
  const config = "p.config, p.version, p.delivered";
  const join = `${schema}.push_configs p JOIN ${schema}.tasks t ON t.task = p.task`;
  const key = "t.tenant = $1 AND t.owner = $2 AND t.id = $3";
  return {
    put: { name: "put_push", text: `SELECT ${schema}.put_push_1($1, $2, $3, $4, $5, $6, $7, $8) AS stored` },
    get: { name: "get_push", text: `SELECT ${config} FROM ${join} WHERE ${key} AND p.id = $4` },
    list: { name: "list_push", text: `SELECT ${config} FROM ${join} WHERE ${key} ORDER BY p.position` },
    delete: {
      name: "delete_push",
      text: `DELETE FROM ${schema}.push_configs p USING ${schema}.tasks t WHERE t.task = p.task AND ${key} AND p.id = $4`,
    },
    advance: { name: "advance", text: `SELECT ${schema}.advance_1($1, $2, $3, $4, $5, $6, $7, $8) AS advanced` },
    ours: {
      name: "our_push",
      text: `SELECT ${config} FROM ${join} WHERE ${key} AND p.id = $4 AND p.holder = $5 AND ${schema}.is_alive_1(p.holder)`,
    },
    adopt: { name: "adopt_push", text: `SELECT * FROM ${schema}.adopt_pushes_1($1, $2, $3)` },
    deadLetters: {
      name: "dead_letters",
      text: `SELECT d.letter, t.tenant, t.owner, t.id, t.names FROM ${schema}.dead_letters d JOIN ${schema}.tasks t ON t.task = d.task
        WHERE d.position > coalesce((
          SELECT max(b.position) FROM ${schema}.dead_letters b JOIN ${schema}.tasks t ON t.task = b.task WHERE ${key} AND b.letter = $4
        ), 0) ORDER BY d.position LIMIT $5`,
    },
  };
}

function storedConfig(row: Row): StoredPushConfig {
  return {
    config: readPushConfig(textIn(row, "config")),
    version: readVersion(textIn(row, "version")),
    delivered: numberIn(row, "delivered"),
  };
}

function letterJson(configId: string, { number, at, reason }: DeadLetter): string {
  return JSON.stringify({ configId, number, at, reason });
}

function readLetter(json: string): Omit<StoredDeadLetter, "key"> {
  const letter: unknown = JSON.parse(json);
  if (typeof letter === "object" && letter !== null && "configId" in letter && "number" in letter && "at" in letter && "reason" in letter) {
    const { configId, number, at, reason } = letter;
    if (typeof configId === "string" && typeof number === "number" && typeof at === "string" && typeof reason === "string") {
      return { configId, number, at, reason };
    }
  }
  throw new LocalError("BAD_RECORD", "a dead letter is not what was stored");
}
