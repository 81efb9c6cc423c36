import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/grpc-readme");
const readme = readFileSync(join(root, "packages/grpc/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => ({ name, code }));

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // One after another, as they are read; the ports may be taken.
  const code = blocks.map((block) => block.code).join("\n");
  writeFileSync(join(folder, "blocks.ts"), `${code.replaceAll(/port: 410\d/g, "port: 0")}\nexport { grpc };\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every block of TypeScript in the README of gRPC has a name", () => {
  expect(blocks.length).toBe([...readme.matchAll(/^```ts/gm)].length);
});

test("the code in the README of gRPC compiles", () => {
  const config = { extends: "../../../../tsconfig.json", include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the code in the README of gRPC does what its comments say", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    const { grpc }: { grpc: { port: number } } = await import(/* @vite-ignore */ join(folder, "blocks.ts"));
    expect(log.mock.calls).toEqual([[`127.0.0.1:${grpc.port}`]]);
  } finally {
    log.mockRestore();
  }
});
