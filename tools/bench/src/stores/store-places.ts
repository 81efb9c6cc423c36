import { join } from "node:path";
import pg from "pg";
import type { Cluster } from "../../../../packages/postgres/test/cluster.js";
import { findPostgres, startCluster } from "../../../../packages/postgres/test/cluster.js";
import type { StoreId } from "./store-id.js";

/** Empty places for stores, all thrown away afterwards. */
export interface StorePlaces {
  /** The stores that can be had on this machine. */
  readonly stores: readonly StoreId[];
  /** Address of a new one: `sqlite:FILE`, or `postgres://…` of a database of its own. */
  make(store: StoreId): Promise<string>;
  close(): Promise<void>;
}

/** Finds places for the stores that are asked for. @param folder where files are made */
export async function openStorePlaces(wanted: readonly StoreId[], folder: string): Promise<StorePlaces> {
  const bin = wanted.includes("postgres") ? findPostgres() : undefined;
  // What the disk has to have is what is measured.
  const cluster = bin === undefined ? undefined : await startCluster(bin, { fsync: true });
  let count = 0;
  return {
    stores: wanted.filter((store) => store !== "postgres" || cluster),
    async make(store) {
      count += 1;
      if (store === "sqlite") return `sqlite:${join(folder, `tasks-${count}.db`)}`;
      if (!cluster) throw new TypeError("there is no PostgreSQL");
      return makeDatabase(cluster, `bench_${count}`);
    },
    close: async () => cluster?.stop(),
  };
}

async function makeDatabase({ url }: Cluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
