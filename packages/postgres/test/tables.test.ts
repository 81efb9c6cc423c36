import type { ListQuery } from "@a2a/server";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Database } from "../src/database/database.js";
import { openPostgresStore } from "../src/index.js";
import { listStatement } from "../src/list-tasks.js";
import { migrate } from "../src/schema/migrate.js";
import { migrations } from "../src/schema/migrations.js";
import type { Cluster } from "./cluster.js";
import { findPostgres, startCluster } from "./cluster.js";
import type { Place } from "./places.js";
import { newPlace } from "./places.js";
import { at, begin, chunk, status } from "./tasks.js";

const bin = findPostgres();
const all: ListQuery = { tenant: "", owner: "", limit: 50 };

describe.skipIf(bin === undefined)("the tables", { timeout: 60_000 }, () => {
  let cluster: Cluster;
  let place: Place;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
  });
  beforeEach(() => {
    place = newPlace(cluster);
  });
  afterEach(() => place.remove());
  afterAll(() => cluster.stop());

  const versionsNow = async (): Promise<number[]> =>
    (await place.direct.query(`SELECT version FROM ${place.schema}.schema_version ORDER BY 1`)).rows.map(({ version }) => version);

  test("are made once by instances that begin at the same time", async () => {
    const stores = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ connectionString: cluster.url, schema: place.schema })),
    );
    expect(await versionsNow()).toEqual([1]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("of a newer version are refused, and not changed", async () => {
    await (await place.open()).close();
    await place.direct.query(`INSERT INTO ${place.schema}.schema_version VALUES (99, now())`);
    await expect(place.open()).rejects.toThrow(/are of version 99, and this package knows versions up to 1/);
    expect(await versionsNow()).toEqual([1, 99]);
  });

  test("are brought to a newer version with what they have, all or nothing", async () => {
    const store = await place.open();
    await begin(store, "task");
    await store.close();
    const pool = new pg.Pool({ connectionString: cluster.url });
    const database = new Database({ pool, ownsPool: true, prepare: true, prefix: "", retryMs: 0 });
    const next = [...migrations, (schema: string): string => `ALTER TABLE ${schema}.tasks ADD COLUMN extra text DEFAULT 'more'`];
    await expect(migrate(database, `"${place.schema}"`, [...next, () => "no SQL"])).rejects.toThrow();
    expect(await versionsNow()).toEqual([1]);
    await migrate(database, `"${place.schema}"`, next);
    await migrate(database, `"${place.schema}"`, next);
    expect(await versionsNow()).toEqual([1, 2]);
    expect((await place.direct.query(`SELECT id, extra FROM ${place.schema}.tasks`)).rows).toEqual([{ id: "task", extra: "more" }]);
    await database.close();
  });

  test("keep totals under 32 writers that change states to and fro, without a deadlock", async () => {
    const store = await place.open({ maxConnections: 34 });
    await Promise.all(
      Array.from({ length: 32 }, async (_, writer) => {
        const lease = await begin(store, String(writer));
        for (let number = 2; number <= 40; number += 1) {
          const state = number % 2 === 0 ? "TASK_STATE_INPUT_REQUIRED" : "TASK_STATE_WORKING";
          expect(await store.append(lease, number - 1, [status(number, state)])).toBe("stored");
        }
      }),
    );
    expect((await store.list({ ...all, state: "TASK_STATE_INPUT_REQUIRED" })).total).toBe(32);
    expect(await store.check()).toEqual([]);
    const { rows } = await place.direct.query(
      "SELECT deadlocks::integer AS count FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test("answer each list from an index, at 100 000 tasks", async () => {
    await (await place.open()).close();
    await place.direct.query(`INSERT INTO ${place.schema}.tasks
      (tenant, owner, id, context, version, state, phase, status_at, noted_at, number, turn_from, in_turn, token, tail_bytes)
      SELECT '', 'owner' || n % 10, 'task' || n, 'context' || n % 1000, '1.0', CASE WHEN n % 5 = 0 THEN 'TASK_STATE_WORKING' ELSE 'TASK_STATE_COMPLETED' END,
        CASE WHEN n % 5 = 0 THEN 0 ELSE 2 END, n * 1000, now(), 1, 2, false, 1, 0 FROM generate_series(1, 100000) n`);
    await place.direct.query(`INSERT INTO ${place.schema}.entries SELECT task, 1, '{}' FROM ${place.schema}.tasks`);
    await place.direct.query(`ANALYZE ${place.schema}.tasks, ${place.schema}.entries`);
    const owned = { ...all, owner: "owner5" };
    const after = { time: 50_000_000, id: "task50000" };
    for (const [query, cursor] of [
      [owned, undefined],
      [owned, after],
      [{ ...owned, state: "TASK_STATE_WORKING" }, after],
      [{ ...owned, contextId: "context15" }, after],
      [{ ...owned, contextId: "context15", state: "TASK_STATE_WORKING" }, undefined],
      [{ ...owned, since: 99_000_000 }, undefined],
    ] as const) {
      const { statement, values } = listStatement(`"${place.schema}"`, query, cursor);
      const { rows } = await place.direct.query(`EXPLAIN ${statement.text}`, [...values]);
      const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n");
      expect(plan).not.toMatch(/Sort|Seq Scan on (?:tasks|entries)/);
    }
  });

  test("find tasks to take over by an index, at 100 000 tasks", async () => {
    await (await place.open()).close();
    await place.direct.query(`INSERT INTO ${place.schema}.tasks
      (tenant, owner, id, context, version, state, phase, status_at, noted_at, number, turn_from, in_turn, token, holder, tail_bytes)
      SELECT '', '', 'task' || n, '', '1.0', 'TASK_STATE_WORKING', 0, n, now(), 1, 2, n % 1000 = 0, 1, gen_random_uuid(), 0 FROM generate_series(1, 100000) n`);
    await place.direct.query(`ANALYZE ${place.schema}.tasks`);
    const sweep = `EXPLAIN SELECT d.task FROM ${place.schema}.tasks d WHERE d.in_turn AND (d.holder IS NULL OR d.holder = ANY ($1::uuid[]))
      LIMIT 10 FOR NO KEY UPDATE OF d SKIP LOCKED`;
    const { rows } = await place.direct.query(sweep, [[]]);
    expect(rows.map((row) => String(row["QUERY PLAN"])).join("\n")).toMatch(/tasks_in_turn/);
  });

  describe("of tasks that need not be kept", () => {
    const kept = async (store: Awaited<ReturnType<Place["open"]>>): Promise<string[]> =>
      (await store.list(all)).tasks.map(({ key }) => key.id).sort();

    /** Tasks that finished, one after another, in contexts of their own but for `c1` and `c2`; one that waits, and one that is worked on. */
    async function filled(retention: Parameters<Place["open"]>[0]): ReturnType<Place["open"]> {
      const store = await place.open(retention);
      for (const [id, contextId] of Object.entries({ f1: "c1", f2: "c1", f3: "c1", f4: "c2" })) {
        await store.append(await begin(store, id, { contextId }), 1, [chunk(2), status(3, "TASK_STATE_COMPLETED")]);
        await place.direct.query(`UPDATE ${place.schema}.tasks SET noted_at = noted_at - interval '1 hour' WHERE id <> $1`, [id]);
      }
      await store.append(await begin(store, "waits"), 1, [status(2, "TASK_STATE_INPUT_REQUIRED")]);
      await begin(store, "works");
      return store;
    }

    for (const [name, retention, left] of [
      ["finished too long ago", { maxFinishedAgeMs: 2.5 * 3_600_000 }, ["f2", "f3", "f4", "waits", "works"]],
      ["finished, but for the newest", { maxFinishedTasks: 2 }, ["f3", "f4", "waits", "works"]],
      ["finished, but for the newest of each context", { maxFinishedPerContext: 1 }, ["f3", "f4", "waits", "works"]],
    ] as const) {
      test(`${name} keep nothing: not their log, nor their webhooks`, async () => {
        const store = await filled({ retention });
        await store.push.put(at("f1"), { config: { id: "w", taskId: "f1", url: "https://hook.example" }, version: "1.0", delivered: 0 });
        await store.push.advance(at("f1"), "w", 1, { number: 1, at: "", reason: "no" });
        expect(await store.prune()).toBe(6 - left.length);
        expect([await kept(store), (await store.list(all)).total]).toEqual([left, left.length]);
        expect([await store.read(at("f1"), 0, 9), await store.push.list(at("f1"))]).toEqual(["gone", []]);
        expect(await store.push.deadLetters({ limit: 9 })).toEqual([]);
        expect((await place.direct.query(`SELECT DISTINCT task FROM ${place.schema}.entries`)).rows).toHaveLength(left.length);
        expect(await store.check()).toEqual([]);
      });
    }

    test("wait too long for their client, and no agent goes on meanwhile, keep nothing", async () => {
      const store = await filled({ retention: { maxWaitingAgeMs: 1000 } });
      const { endsTurn, ...waiting } = status(2, "TASK_STATE_AUTH_REQUIRED");
      await store.append(await begin(store, "goes on"), 1, [waiting]);
      await place.direct.query(
        `UPDATE ${place.schema}.tasks SET noted_at = noted_at - interval '2 seconds' WHERE id IN ('waits', 'goes on')`,
      );
      expect(await store.prune()).toBe(1);
      expect(await kept(store)).toEqual(["f1", "f2", "f3", "f4", "goes on", "works"]);
    });

    test("are forgotten while others are written, by several instances at once, and totals stay right", async () => {
      const retention = { maxFinishedTasks: 5 };
      const stores = [await place.open({ retention }), await place.open({ retention })] as const;
      let isWriting = true;
      const writing = Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          const store = stores[n % 2 === 0 ? 0 : 1];
          const lease = await begin(store, `t${n}`);
          expect(await store.append(lease, 1, [status(2, "TASK_STATE_COMPLETED")], { release: true })).toBe("stored");
        }),
      ).finally(() => {
        isWriting = false;
      });
      while (isWriting) await Promise.all(stores.map((store) => store.prune()));
      await writing;
      await stores[0].prune();
      expect((await stores[0].list(all)).total).toBe(5);
      expect(await stores[0].check()).toEqual([]);
    });
  });

  test("that somebody has changed break no list: the task is left out and told, and reading it is LocalError BAD_RECORD", async () => {
    const problems: unknown[] = [];
    const store = await place.open({ onProblem: (problem) => problems.push(problem) });
    for (const id of ["a", "b", "c"]) await begin(store, id);
    await place.direct.query(
      `UPDATE ${place.schema}.entries e SET json = '{' FROM ${place.schema}.tasks t WHERE t.task = e.task AND t.id <> 'a'`,
    );
    const page = await store.list({ ...all, limit: 1 });
    expect(page.tasks.map(({ key }) => key.id)).toEqual(["a"]);
    expect(problems).toMatchObject([{ code: "BAD_RECORD" }, { code: "BAD_RECORD" }]);
    await expect(store.load(at("b"))).rejects.toMatchObject({ code: "BAD_RECORD" });
    await expect(store.read(at("b"), 0, 9)).rejects.toMatchObject({ code: "BAD_RECORD" });
    await place.direct.query(`DELETE FROM ${place.schema}.entries`);
    await expect(store.load(at("a"))).rejects.toMatchObject({ code: "BAD_RECORD" });
    expect(await store.check()).toHaveLength(3);
  });

  test("take names of any length, and lists keep their order", async () => {
    const store = await place.open();
    const long = "n".repeat(20_000);
    const ids = [`${long}1`, `${long}2`, `${"\ud83d\ude00".repeat(5000)}`, "short"];
    for (const id of ids) await begin(store, id, { owner: long, contextId: `${long}context` });
    const listed = (await store.list({ ...all, owner: long, contextId: `${long}context` })).tasks;
    expect(listed.map(({ key }) => key.id).sort()).toEqual(ids.toSorted());
    expect((await store.load(at(`${long}2`, long)))?.contextId).toBe(`${long}context`);
    expect(await store.load(at(long, long))).toBeUndefined();
  });

  test("are kept up by a long turn without its end: what is loaded is a checkpoint and what came since", async () => {
    const store = await place.open();
    const lease = await begin(store, "task");
    let asked = 0;
    const also = {
      checkpoint: () => {
        asked += 1;
        return {
          id: "task",
          contextId: "c",
          status: { state: "TASK_STATE_WORKING" as const },
          artifacts: [{ artifactId: "a", parts: [{ text: `${asked}` }] }],
        };
      },
    };
    for (let number = 2; number <= 200; number += 1) await store.append(lease, number - 1, [chunk(number, "x".repeat(1000))], also);
    // 220 KB, in steps of 64.
    expect(asked).toBe(3);
    expect((await store.load(at("task")))?.task.artifacts?.[0]?.parts[0]).toEqual({ text: "3" });
  });

  test("are reached without prepared statements and with a pool of the user's, which stays open", async () => {
    await (await place.open({ prepare: false, relaxed: true })).close();
    const pool = new pg.Pool({ connectionString: cluster.url, max: 4 });
    const store = await openPostgresStore({ pool, schema: place.schema, relaxed: true });
    const other = await openPostgresStore({ pool, schema: `${place.schema}_other` });
    expect(await store.append(await begin(store, "task"), 1, [chunk(2)])).toBe("stored");
    expect(await other.load(at("task"))).toBeUndefined();
    await other.close();
    await place.direct.query(`DROP SCHEMA ${place.schema}_other CASCADE`);
    await store.close();
    await expect(store.load(at("task"))).rejects.toMatchObject({ code: "CLOSED" });
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

for (const [what, options] of [
  ["neither an address nor a pool", {}],
  ["a schema that is no name", { connectionString: "postgres://x", schema: 'a"b' }],
  ["a heartbeat that is longer than the lease", { connectionString: "postgres://x", leaseMs: 10, heartbeatMs: 20 }],
  ["a single connection", { connectionString: "postgres://x", maxConnections: 1 }],
  ["a pool of a single connection", { pool: new pg.Pool({ max: 1 }) }],
  ["retention that keeps nothing", { connectionString: "postgres://x", retention: { maxFinishedTasks: 0 } }],
] as const) {
  test(`${what} is a TypeError`, async () => {
    await expect(openPostgresStore(options)).rejects.toThrow(TypeError);
  });
}
