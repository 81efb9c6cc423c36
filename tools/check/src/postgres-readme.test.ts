import { connect } from "@a2a/client";
import { textOf } from "@a2a/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Cluster } from "../../../packages/postgres/test/cluster.js";
import { findPostgres, startCluster } from "../../../packages/postgres/test/cluster.js";
import { readmeCode } from "./readme-code.js";

const { blocks, write, run } = readmeCode("packages/postgres/README.md", "postgres-readme");
const bin = findPostgres();

writeAt("postgres://127.0.0.1/a2a");

function writeAt(url: string): void {
  const serve = (blocks.get("serve") ?? "").replace(/postgres:\/\/[^"]+/, url).replace("port: 4100", "port: 0");
  write("agent", `${serve}\nexport async function end() {\n${blocks.get("close")}}\nexport { server };`);
}

describe.skipIf(bin === undefined)("with a server", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
    writeAt(cluster.url);
  });
  afterAll(() => cluster.stop());

  test("the agent in the README of Postgres answers, and closes", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      const { server, end } = await run<{ server: { url: string }; end(): Promise<void> }>("agent");
      expect(log.mock.calls).toEqual([[server.url]]);
      const client = await connect(server.url);
      const task = await client.send("hello");
      expect("artifacts" in task && task.artifacts?.map((artifact) => textOf(artifact))).toEqual(["echo: hello"]);
      await end();
    } finally {
      log.mockRestore();
    }
  });
});
