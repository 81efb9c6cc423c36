import type { MaybePromise } from "@a2a/server";
import { LazyAbort } from "@a2a/server/internal";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../src/index.js";
import type { Cluster } from "./cluster.js";
import { findPostgres, startCluster } from "./cluster.js";
import type { Place } from "./places.js";
import { inPlaceOf, newPlace } from "./places.js";
import { at, begin, chunk } from "./tasks.js";
import { openWay } from "./way.js";
import { Writers } from "./writers.js";

const bin = findPostgres();
const rounds = Number(process.env.A2A_CHAOS_ROUNDS ?? 6);
const timeout = 60_000 + rounds * 10_000;
const ids = ["a", "b", "c", "d", "e", "f"];

describe.skipIf(bin === undefined)("instances in processes of their own", { timeout }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "", { fsync: true });
  });
  afterAll(() => cluster.stop());

  async function withWriters(work: (place: Place, writers: Writers) => Promise<void>): Promise<void> {
    const place = newPlace(cluster);
    const writers = new Writers(cluster.url, place.schema);
    try {
      await work(place, writers);
    } finally {
      await writers.close();
      await place.remove();
    }
  }

  test(`of those that are killed, ${rounds} of them, others go on, and nothing that was acknowledged is lost or doubled`, async () => {
    await withWriters(async (place, writers) => {
      const store = await place.open();
      for (const id of ids) await begin(store, id, { release: true });
      const running = [await writers.start(), await writers.start()];
      for (let round = 0; round < rounds; round += 1) {
        const starting = writers.start();
        const target = writers.acks.length + 1 + Math.floor(Math.random() * 100);
        await writers.until(() => writers.acks.length >= target);
        await running.shift()?.end();
        running.push(await starting);
      }
      const before = writers.acks.length;
      // What the killed ones had is taken over: every task goes on.
      await writers.until(() => ids.every((id) => writers.acks.some(({ task }, place) => place >= before && task === id)));
      await writers.end();
      await writers.expectKept(store, ids);
      expect(await store.check()).toEqual([]);
    });
  });

  test("one that is paused past its lease is fenced when it goes on, and what another has written meanwhile stands", async () => {
    await withWriters(async (place, writers) => {
      const store = await place.open();
      for (const id of ids.slice(0, 2)) await begin(store, id, { release: true });
      const paused = await writers.start(500);
      await writers.until(() => ids.slice(0, 2).every((id) => writers.acks.some(({ task }) => task === id)));
      paused.process.kill("SIGSTOP");
      const other = await writers.start(500);
      await writers.until(() => ids.slice(0, 2).every((id) => writers.acks.some(({ task, by }) => task === id && by === other.pid)));
      paused.process.kill("SIGCONT");
      await writers.until(() => ids.slice(0, 2).every((id) => paused.fenced.includes(id)));
      await writers.end();
      await writers.expectKept(store, ids.slice(0, 2));
    });
  });
});

describe.skipIf(bin === undefined)("instances in one process", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
  });
  afterAll(() => cluster.stop());

  const inPlace = (work: (place: Place) => Promise<void>): Promise<void> => inPlaceOf(cluster, work);

  test("one that is cut from the database loses its tasks when its lease ends; it goes on as another when it is back", async () => {
    await inPlace(async (place) => {
      const cut = await place.open({ leaseMs: 600, heartbeatMs: 100, retryMs: 20_000 });
      const other = await place.open({ leaseMs: 600, heartbeatMs: 100 });
      const lease = await begin(cut, "task");
      place.wayOf(cut).cut();
      const refused = cut.append(lease, 1, [chunk(2, "of the one that was cut")]);
      const [adopted] = await eventually(() => other.leases.adopt(9));
      expect(adopted?.times).toBe(1);
      if (adopted) expect(await other.append(adopted.lease, 1, [chunk(2, "of the other")])).toBe("stored");
      place.wayOf(cut).mend();
      expect(await refused).toBe("fenced");
      // As another one it can do everything again.
      const fresh = await begin(cut, "next");
      expect(await cut.append(fresh, 1, [chunk(2)])).toBe("stored");
      expect(await cut.leases.acquire(at("task"))).toBe("held");
      expect(await other.check()).toEqual([]);
    });
  });

  test("one whose lease has ended may not append, even where nobody has taken its tasks over", async () => {
    await inPlace(async (place) => {
      const store = await place.open({ leaseMs: 60_000 });
      const lease = await begin(store, "task");
      await place.direct.query(`UPDATE ${place.schema}.instances SET expires_at = clock_timestamp()`);
      expect(await store.append(lease, 1, [chunk(2)])).toBe("fenced");
      // It is another one now, which takes over what the one before has left.
      const [adopted] = await store.leases.adopt(9);
      if (!adopted) return expect.fail("nothing was adopted");
      expect(await store.append(adopted.lease, 1, [chunk(2)])).toBe("stored");
    });
  });

  test("one whose statements have to wait for longer than its lease lives on", async () => {
    await inPlace(async (place) => {
      const store = await place.open({ leaseMs: 600, maxConnections: 2 });
      const lease = await begin(store, "task");
      const until = async (): Promise<number> =>
        (await place.direct.query(`SELECT extract(epoch FROM expires_at)::float8 AS until FROM ${place.schema}.instances`)).rows[0]?.until;
      const locking = await place.direct.connect();
      await locking.query(`BEGIN; SELECT FROM ${place.schema}.tasks FOR UPDATE`);
      // The one connection that the instance has for statements waits for the lock, and so does everything else.
      const appending = store.append(lease, 1, [chunk(2)]);
      const before = await until();
      await eventually(async () => ((await until()) > before + 1 ? [true] : []));
      await locking.query("COMMIT");
      locking.release();
      expect(await appending).toBe("stored");
    });
  });

  for (const whose of ["a pool of its own", "its user's pool"]) {
    test(`one whose connections all lead nowhere, without saying so, lives on by new ones: ${whose}`, async () => {
      await inPlace(async (place) => {
        const way = await openWay(cluster.port);
        const connectionString = `postgres://postgres@127.0.0.1:${way.port}/postgres`;
        const pool = whose === "its user's pool" ? new pg.Pool({ connectionString, max: 5 }) : undefined;
        pool?.on("error", () => undefined);
        const from = pool ? { pool } : { connectionString };
        const store = await openPostgresStore({ ...from, schema: place.schema, leaseMs: 3000, heartbeatMs: 300, retryMs: 100 });
        await Promise.all(["a", "b", "c", "d"].map((id) => store.load(at(id))));
        const lives = async (): Promise<readonly { id: string; left: number }[]> =>
          (await place.direct.query(`SELECT id, extract(epoch FROM expires_at)::float8 AS left FROM ${place.schema}.instances`)).rows;
        const [before] = await lives();
        way.freeze();
        await eventually(async () => (((await lives())[0]?.left ?? 0) > (before?.left ?? 0) + 1 ? [true] : []));
        expect((await lives()).map(({ id }) => id)).toEqual([before?.id]);
        await way.close();
        await Promise.resolve(store.close()).catch(() => undefined);
        await pool?.end();
      });
    });
  }

  test("readers elsewhere see every number once while they are cut off and come back", async () => {
    await inPlace(async (place) => {
      const [writer, reader] = [await place.open(), await place.open({ heartbeatMs: 500 })];
      const lease = await begin(writer, "task");
      const ending = new LazyAbort();
      const seen: number[] = [];
      const reading = (async () => {
        for await (const last of reader.wake(at("task"), ending)) {
          const entries = await reader.read(at("task"), seen.length, 1000);
          if (entries === "gone") throw new Error("gone");
          seen.push(...entries.map(({ number }) => number));
          if (last === 60 && seen.length === 60) ending.abort("all is read");
        }
      })();
      for (let number = 2; number <= 60; number += 1) {
        if (number === 20) place.wayOf(reader).cut();
        if (number === 40) place.wayOf(reader).mend();
        expect(await writer.append(lease, number - 1, [chunk(number)])).toBe("stored");
      }
      await reading;
      expect(seen).toEqual(Array.from({ length: 60 }, (_, place) => place + 1));
    });
  });

  test("what another instance is asked is answered though both were cut off meanwhile", async () => {
    await inPlace(async (place) => {
      const [holder, asker] = [await place.open({ heartbeatMs: 200 }), await place.open({ heartbeatMs: 200 })];
      await begin(holder, "task");
      let answers = 0;
      holder.relay?.answerWith(async (_key, request) => {
        answers += 1;
        place.wayOf(asker).cut();
        place.wayOf(holder).cut();
        setImmediate(() => {
          place.wayOf(asker).mend();
          place.wayOf(holder).mend();
        });
        return { request };
      });
      expect(await asker.relay?.ask(at("task"), "how", new LazyAbort())).toEqual({ request: "how" });
      expect(answers).toBe(1);
    });
  });

  test("a request is withdrawn where the task was given back before anyone took it up", async () => {
    await inPlace(async (place) => {
      const [holder, asker] = [await place.open(), await place.open({ heartbeatMs: 100 })];
      const lease = await begin(holder, "task");
      // Nobody answers there, so that nothing is taken up.
      const asking = asker.relay?.ask(at("task"), "anyone", new LazyAbort());
      await eventually(async () => (await place.direct.query(`SELECT FROM ${place.schema}.requests`)).rows);
      await holder.leases.release(lease);
      expect(await asking).toBeUndefined();
      expect((await place.direct.query(`SELECT FROM ${place.schema}.requests`)).rows).toEqual([]);
    });
  });
});

/** Asks until there is something. */
async function eventually<T>(ask: () => MaybePromise<readonly T[]>): Promise<readonly T[]> {
  for (;;) {
    const found = await ask();
    if (found.length > 0) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
