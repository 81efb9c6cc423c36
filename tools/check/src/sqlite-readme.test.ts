import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { textOf } from "@a2a/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/sqlite-readme");
const readme = readFileSync(join(root, "packages/sqlite/README.md"), "utf8");
const blocks = new Map([...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => [name, code]));
const file = join(folder, "tasks.db");

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const close = (blocks.get("close") ?? "").replace(/^/gm, "  ");
  writeBlock("serve", `${blocks.get("serve")}export { server };\nexport async function close(): Promise<void> {\n${close}}\n`);
  writeBlock("retention", `${blocks.get("retention")}export { problems, removed, store };\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeBlock(name: string, code: string): void {
  writeFileSync(join(folder, `${name}.ts`), code.replaceAll("4100", "0").replaceAll("tasks.db", file));
}

test("every block of TypeScript in the README of SQLite has a name", () => {
  expect(blocks.size).toBe([...readme.matchAll(/^```ts/gm)].length);
});

test("the code in the README of SQLite compiles", () => {
  const config = { extends: "../../../../tsconfig.json", include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the code in the README of SQLite serves tasks that the next process has too", async () => {
  const serving: { server: { url: string }; close(): Promise<void> } = await import(/* @vite-ignore */ join(folder, "serve.ts"));
  const client = await connect(serving.server.url);
  const answer = await client.send("hello");
  expect(textOf(answer)).toBe("echo: hello");
  await serving.close();
  const kept: { store: { list(query: object): unknown; close(): unknown }; problems: unknown; removed: unknown } = await import(
    /* @vite-ignore */ join(folder, "retention.ts")
  );
  expect([kept.problems, kept.removed]).toEqual([[], 0]);
  expect(await kept.store.list({ tenant: "", owner: "", limit: 9 })).toMatchObject({ total: 1 });
  await kept.store.close();
});
