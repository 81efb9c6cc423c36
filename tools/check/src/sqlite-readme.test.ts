import { join } from "node:path";
import { connect } from "@a2a/client";
import { textOf } from "@a2a/core";
import { expect, test } from "vitest";
import { readmeCode } from "./readme-code.js";

const { blocks, folder, write, run } = readmeCode("packages/sqlite/README.md", "sqlite-readme");
const file = join(folder, "tasks.db");

const close = (blocks.get("close") ?? "").replace(/^/gm, "  ");
writeBlock("serve", `${blocks.get("serve")}export { server };\nexport async function close(): Promise<void> {\n${close}}`);
writeBlock("retention", `${blocks.get("retention")}export { problems, removed, store };`);

function writeBlock(name: string, code: string): void {
  write(name, code.replaceAll("4100", "0").replaceAll("tasks.db", file));
}

test("the code in the README of SQLite serves tasks that the next process has too", async () => {
  const serving = await run<{ server: { url: string }; close(): Promise<void> }>("serve");
  const client = await connect(serving.server.url);
  const answer = await client.send("hello");
  expect(textOf(answer)).toBe("echo: hello");
  await serving.close();
  const kept = await run<{ store: { list(query: object): unknown; close(): unknown }; problems: unknown; removed: unknown }>("retention");
  expect([kept.problems, kept.removed]).toEqual([[], 0]);
  expect(await kept.store.list({ tenant: "", owner: "", limit: 9 })).toMatchObject({ total: 1 });
  await kept.store.close();
});
