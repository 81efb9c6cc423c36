import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineAgent } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectHeadings, readmeCode } from "./readme-code.js";
import { root } from "./source-files.js";

const { text, blocks, write, run, printed } = readmeCode("packages/client/README.md", "client-readme", { mayLeaveUnused: true });

/** What the README leaves to its reader. */
const readers: Readonly<Record<string, string>> = {
  keys: "declare function newToken(): Promise<string>; declare function currentToken(): Promise<string>;",
  certificate: 'declare const withCertificate: import("@a2a/client").Fetch;',
  tokens: "declare function keep(token: string): void; declare function kept(): string;",
};

let server: { readonly url: string; close(): Promise<void> } | undefined;

beforeAll(async () => {
  const agent = defineAgent({
    card: { name: "Echo" },
    async *run({ text }) {
      yield `echo: ${text}`;
    },
  });
  server = await serve(agent, { port: 0 });
  for (const [name, code] of blocks) write(name, `${code.replaceAll("http://127.0.0.1:4100", server.url)}\n${readers[name] ?? ""}`);
});

afterAll(() => server?.close());

test("a call takes at most three lines", () => {
  expect(blocks.get("call")?.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
});

test("tasks are listed one after another", async () => {
  await run("call");
  const { said } = await printed("list");
  expect(said).toContainEqual(expect.stringMatching(/ TASK_STATE_COMPLETED$/));
});

for (const [name, said] of [
  ["call", []],
  ["stream", ["echo: hello", "TASK_STATE_COMPLETED 1"]],
  ["long", ["echo: a report that takes hours"]],
  ["losses", ["0.1 3", "SendMessage"]],
] as const) {
  test(`the block "${name}" does what it says`, async () => {
    expect((await printed(name)).said).toEqual(expect.arrayContaining([...said]));
  });
}

test("every place that the client's README links to exists", () => {
  for (const [, path = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect(existsSync(join(root, "packages/client", path)), path).toBe(true);
  expectHeadings(text);
});
