import type { StorePlace } from "@a2a/server/store-contract";
import pg from "pg";
import type { PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { openPostgresStore } from "../src/index.js";
import type { Cluster } from "./cluster.js";
import type { Way } from "./way.js";
import { openWay } from "./way.js";

let count = 0;

/** An empty place in a cluster: a schema of its own. */
export interface Place extends StorePlace {
  readonly schema: string;
  /** Asks the database itself. */
  readonly direct: pg.Pool;
  open(options?: Partial<PostgresStoreOptions>): Promise<PostgresStore>;
  kill(store: unknown): Promise<void>;
  /** The way from an instance to the database. */
  wayOf(store: unknown): Way;
  remove(): Promise<void>;
}

/** Makes one. Instances reach the database each by a way of its own, so that it can be cut. */
export function newPlace(cluster: Cluster): Place {
  count += 1;
  const schema = `place_${process.pid}_${count}`;
  const direct = new pg.Pool({ connectionString: cluster.url, max: 2 });
  // Servers are restarted under it.
  direct.on("error", () => undefined);
  const opened = new Map<unknown, { readonly way: Way; readonly id: string; readonly store: PostgresStore; isKilled: boolean }>();
  const idsNow = async (): Promise<string[]> => {
    const { rows } = await direct.query("SELECT to_regclass($1) AS there", [`${schema}.instances`]);
    if (rows[0]?.there === null) return [];
    return (await direct.query(`SELECT id FROM ${schema}.instances`)).rows.map(({ id }) => String(id));
  };
  const at = (store: unknown) => {
    const found = opened.get(store);
    if (!found) throw new TypeError("a store of another place");
    return found;
  };
  return {
    schema,
    direct,
    async open(options = {}) {
      const way = await openWay(cluster.port);
      const before = await idsNow();
      const connectionString = `postgres://postgres@127.0.0.1:${way.port}/postgres`;
      const store = await openPostgresStore({ connectionString, schema, maxConnections: 5, ...options });
      const id = (await idsNow()).find((each) => !before.includes(each)) ?? "";
      opened.set(store, { way, id, store, isKilled: false });
      return store;
    },
    wayOf: (store) => at(store).way,
    async kill(store) {
      const killed = at(store);
      killed.isKilled = true;
      killed.way.cut();
      // Its time is up: that it is up by itself is what other tests show.
      await direct.query(`UPDATE ${schema}.instances SET expires_at = clock_timestamp() WHERE id = $1`, [killed.id]);
    },
    async remove() {
      for (const { store, way } of opened.values()) {
        await store.close();
        await way.close();
      }
      await direct.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await direct.end();
    },
  };
}

/** Does something in an empty place, and leaves none behind. */
export async function inPlaceOf(cluster: Cluster, work: (place: Place) => Promise<void>): Promise<void> {
  const place = newPlace(cluster);
  try {
    await work(place);
  } finally {
    await place.remove();
  }
}
