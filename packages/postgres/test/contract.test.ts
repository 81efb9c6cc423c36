import { storeContract } from "@a2a/server/store-contract";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Cluster } from "./cluster.js";
import { findPostgres, startCluster } from "./cluster.js";
import { newPlace } from "./places.js";

const bin = findPostgres();

describe.skipIf(bin === undefined)("the store in PostgreSQL", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
  });
  afterAll(() => cluster.stop());

  for (const { name, run } of storeContract(() => newPlace(cluster), { instances: "together", runs: 20 })) test.concurrent(name, run);
});
