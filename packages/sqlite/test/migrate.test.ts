import { openSqliteStore } from "@a2a/sqlite";
import { describe, expect, test } from "vitest";
import { Database } from "../src/database.js";
import { loadDriver } from "../src/driver/load-driver.js";
import { migrate } from "../src/schema/migrate.js";
import { migrations } from "../src/schema/migrations.js";
import { chunk, keyOf, numbersOf, put } from "./logs.js";
import { newFile, opened } from "./places.js";

/** What a next version may do: a column more, and a table. */
const next = "ALTER TABLE tasks ADD COLUMN extra TEXT NOT NULL DEFAULT 'none'; CREATE TABLE more (a INTEGER) STRICT";

/** A file as each released version left it, with two tasks. Never changed: what comes later has to read it. */
const files: readonly ((file: string) => Promise<void>)[] = [
  async (file) => {
    const database = await open(file);
    migrate(database, migrations.slice(0, 1), file);
    database.exec(`
      INSERT INTO meta VALUES ('instance', 'an old one');
      INSERT INTO tasks (tenant, owner, id, context_id, version, domain, state, status_at, number, turn_from, token, holder, adoptions, bytes, rest, rested_at)
      VALUES ('', '', 'done', 'c', '0.3', '1.0', 'TASK_STATE_COMPLETED', 5000, 1, 2, 1, 'an old one', 0, 90, 2, 5000),
             ('', '', 'begun', 'c', '1.0', '1.0', 'TASK_STATE_WORKING', 6000, 1, 1, 3, 'an old one', 1, 90, 0, 6000);
      INSERT INTO entries VALUES
        (1, 1, '{"number":1,"at":"","event":{"task":{"id":"done","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}},"endsTurn":true}'),
        (2, 1, '{"number":1,"at":"","event":{"task":{"id":"begun","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}');
      INSERT INTO push_configs (task, id, config, version, delivered, holder)
      VALUES (2, 'w', '{"id":"w","taskId":"begun","url":"https://hook.example"}', '1.0', 0, 'an old one');`);
    database.close();
  },
];

test("there is a file of every version to begin with", () => {
  expect(files.length).toBe(migrations.length);
});

for (const [index, make] of files.entries()) {
  describe(`a file of version ${index + 1}`, () => {
    test("is opened with all that it has", async () => {
      const file = newFile();
      await make(file);
      const store = await opened({ file });
      expect((await store.list({ tenant: "", owner: "", limit: 9 })).tasks.map(({ key, version }) => [key.id, version])).toEqual([
        ["begun", "1.0"],
        ["done", "0.3"],
      ]);
      expect((await store.list({ tenant: "", owner: "", state: "TASK_STATE_WORKING", limit: 9 })).total).toBe(1);
      const [adopted] = await store.leases.adopt(9);
      expect([adopted?.lease.key.id, adopted?.times, await store.push.adopt(9)]).toEqual(["begun", 2, [{ key: keyOf("begun"), id: "w" }]]);
      expect([adopted && (await store.append(adopted.lease, 1, [chunk(2)])), await store.check()]).toEqual(["stored", []]);
    });

    test("is brought to the next version, once, with all that it has", async () => {
      const file = newFile();
      await make(file);
      for (const _ of [1, 2]) {
        const database = await open(file);
        migrate(database, [...migrations, next], file);
        expect(database.all("SELECT id, extra FROM tasks")).toMatchObject([
          { id: "done", extra: "none" },
          { id: "begun", extra: "none" },
        ]);
        expect(database.get("SELECT version FROM schema_version")?.version).toBe(migrations.length + 1);
        database.close();
      }
      await expect(openSqliteStore({ file })).rejects.toMatchObject({
        code: "STORAGE",
        message: expect.stringMatching(/newer @a2a\/sqlite.*version 2.*knows 1/),
      });
    });
  });
}

test("a migration that fails changes nothing, and the file is still what it was", async () => {
  const file = newFile();
  const before = await openSqliteStore({ file });
  await put(before, "a", "TASK_STATE_COMPLETED");
  await before.close();
  const database = await open(file);
  expect(() => migrate(database, [...migrations, `${next}; CREATE TABLE tasks (a)`], file)).toThrow(/already exists/);
  database.close();
  const store = await opened({ file });
  expect([await numbersOf(store, "a"), await store.check()]).toEqual([[1, 2], []]);
});

async function open(file: string): Promise<Database> {
  const database = new Database(await loadDriver(), file);
  database.configure();
  return database;
}
