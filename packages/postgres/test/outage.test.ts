import type { MaybePromise } from "@a2a/server";
import { LazyAbort } from "@a2a/server/internal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../src/index.js";
import type { Cluster } from "./cluster.js";
import { findPostgres, startCluster } from "./cluster.js";
import { newPlace } from "./places.js";
import { at, begin, chunk, status } from "./tasks.js";

const bin = findPostgres();

describe.skipIf(bin === undefined)("a server that is restarted", { timeout: 60_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "", { fsync: true });
  });
  afterAll(() => cluster.stop());

  for (const how of ["fast", "immediate"] as const) {
    test(`in the midst of appends (${how}) loses none of them, stores none twice, and wakes who waits`, async () => {
      const place = newPlace(cluster);
      try {
        const [store, reader] = [await place.open({ leaseMs: 60_000 }), await place.open({ leaseMs: 60_000, heartbeatMs: 500 })];
        const ending = new LazyAbort();
        const reading = (async () => {
          for await (const last of reader.wake(at("0"), ending)) if (last === 100) ending.abort("all is there");
        })();
        const ids = Array.from({ length: 8 }, (_, place) => String(place));
        let restarting: Promise<void> | undefined;
        await Promise.all(
          ids.map(async (id) => {
            const lease = await begin(store, id);
            for (let number = 2; number <= 100; number += 1) {
              if (number === 30) restarting ??= cluster.restart(how);
              expect(await store.append(lease, number - 1, [chunk(number, `${id}-${number}`)])).toBe("stored");
            }
          }),
        );
        await restarting;
        expect(restarting).toBeDefined();
        for (const id of ids) {
          const entries = await store.read(at(id), 0, 1000);
          expect(entries === "gone" ? [] : entries.map(({ number }) => number)).toEqual(
            Array.from({ length: 100 }, (_, place) => place + 1),
          );
        }
        expect(await store.check()).toEqual([]);
        if (!ending.isAborted) await reading;
      } finally {
        await place.remove();
      }
    });
  }

  test("whose answers are lost is asked again, and what it had done counts as done", async () => {
    const place = newPlace(cluster);
    try {
      const store = await place.open({ leaseMs: 60_000 });
      // Each answer to these is lost once: the way is cut when the server has done them.
      const lost = async <T>(act: () => MaybePromise<T>): Promise<T> => {
        const slow = `CREATE FUNCTION ${place.schema}.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;`;
        await place.direct.query(`${slow} CREATE CONSTRAINT TRIGGER wait AFTER INSERT OR UPDATE ON ${place.schema}.tasks
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${place.schema}.wait()`);
        const gate = await place.direct.connect();
        await gate.query("SELECT pg_advisory_lock(7)");
        const acting = act();
        const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted";
        while ((await gate.query(waiting)).rows.length === 0) await new Promise((resolve) => setImmediate(resolve));
        place.wayOf(store).cut();
        await gate.query("SELECT pg_advisory_unlock(7)");
        // The commit takes a lock that this waits for.
        await gate.query(`BEGIN; LOCK TABLE ${place.schema}.tasks IN EXCLUSIVE MODE; COMMIT`);
        await gate.query(`DROP FUNCTION ${place.schema}.wait() CASCADE`);
        gate.release();
        place.wayOf(store).mend();
        return acting;
      };
      const lease = await lost(() => begin(store, "task"));
      expect(lease.token).toBe(1);
      expect(await lost(() => store.append(lease, 1, [chunk(2)]))).toBe("stored");
      expect(await lost(() => store.append(lease, 2, [chunk(3)], { release: true }))).toBe("stored");
      expect((await store.load(at("task")))?.number).toBe(3);
      const [adopted] = await lost(() => store.leases.adopt(9));
      if (!adopted) return expect.fail("what was taken over is not told");
      expect([adopted.times, await store.append(adopted.lease, 3, [status(4, "TASK_STATE_COMPLETED")])]).toEqual([1, "stored"]);
      // Somebody else's is no lost answer.
      await expect(begin(store, "task")).rejects.toThrow("exists");
    } finally {
      await place.remove();
    }
  });

  test("lets a store close while its connections come back", async () => {
    const place = newPlace(cluster);
    try {
      const store = await place.open();
      const way = place.wayOf(store);
      way.cut();
      // The connection that hears of others is the first to come back.
      const holding = way.holdNext();
      way.mend();
      const letThrough = await holding;
      const hearing = await place.direct.connect();
      await hearing.query(`LISTEN "a2a_${place.schema}"`);
      const said = new Promise((resolve) => hearing.once("notification", resolve));
      const closing = store.close();
      // The last thing that it does before its connections are ended.
      await said;
      hearing.release(true);
      letThrough();
      await closing;
    } finally {
      await place.remove();
    }
  });

  test("and does not come back in time: LocalError NETWORK, from every operation, and from opening", async () => {
    const place = newPlace(cluster);
    try {
      const store = await place.open({ retryMs: 200 });
      const lease = await begin(store, "task");
      place.wayOf(store).cut();
      const network = { code: "NETWORK" };
      await expect(store.append(lease, 1, [chunk(2)])).rejects.toMatchObject(network);
      await expect(store.load(at("task"))).rejects.toMatchObject(network);
      await expect(store.ping()).rejects.toThrow();
      const { port } = place.wayOf(store);
      await expect(
        openPostgresStore({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`, retryMs: 100 }),
      ).rejects.toMatchObject(network);
      place.wayOf(store).mend();
      expect(await store.append(lease, 1, [chunk(2)])).toBe("stored");
      await store.ping();
    } finally {
      await place.remove();
    }
  });
});
