import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { textOf } from "@a2a/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Cluster } from "../../../packages/postgres/test/cluster.js";
import { findPostgres, startCluster } from "../../../packages/postgres/test/cluster.js";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/postgres-readme");
const readme = readFileSync(join(root, "packages/postgres/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => ({ name, code }));
const code = (name: string): string => blocks.find((block) => block.name === name)?.code ?? "";
const bin = findPostgres();

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every block of TypeScript in the README of Postgres has a name", () => {
  expect(blocks.length).toBe([...readme.matchAll(/^```ts/gm)].length);
});

test("the code in the README of Postgres compiles", () => {
  writeFileSync(join(folder, "compiled.ts"), `${code("serve")}${code("close")}`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../../../tsconfig.json", include: ["compiled.ts"] }));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

describe.skipIf(bin === undefined)("with a server", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? "");
  });
  afterAll(() => cluster.stop());

  test("the agent in the README of Postgres answers, and closes", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      const text = code("serve")
        .replace(/postgres:\/\/[^"]+/, cluster.url)
        .replace("port: 4100", "port: 0");
      writeFileSync(join(folder, "run.ts"), `${text}\nexport async function end() {\n${code("close")}}\nexport { server };\n`);
      const { server, end }: { server: { url: string }; end(): Promise<void> } = await import(/* @vite-ignore */ join(folder, "run.ts"));
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
