import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineAgent } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/client-readme");
const readme = readFileSync(join(root, "packages/client/README.md"), "utf8");
const blocks = new Map([...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => [name, code]));

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
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of blocks) {
    const text = code.replaceAll("http://127.0.0.1:4100", server.url);
    writeFileSync(join(folder, `${name}.ts`), `${text}\nexport {};\n${readers[name] ?? ""}\n`);
  }
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every block of TypeScript in the client's README has a name of its own", () => {
  expect(blocks.size).toBe([...readme.matchAll(/^```ts/gm)].length);
});

test("a call takes at most three lines", () => {
  expect(blocks.get("call")?.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
});

test("the client's README's code compiles", () => {
  const config = { extends: "../../../../tsconfig.json", compilerOptions: { noUnusedLocals: false }, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

for (const [name, printed] of [
  ["call", []],
  ["stream", ["echo: hello", "TASK_STATE_COMPLETED 1"]],
  ["long", ["echo: a report that takes hours"]],
  ["losses", ["0.1 3", "SendMessage"]],
] as const) {
  test(`the block "${name}" does what it says`, async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await import(/* @vite-ignore */ join(folder, `${name}.ts`));
      const words = log.mock.calls.map((each) => each.join(" "));
      for (const each of printed) expect(words).toContain(each);
    } finally {
      log.mockRestore();
    }
  });
}

test("every place that the client's README links to exists", () => {
  for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect(existsSync(join(root, "packages/client", path)), path).toBe(true);
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replace(/[^\w ]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const [, place = ""] of readme.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(place);
});
