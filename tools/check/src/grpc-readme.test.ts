import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveGrpc } from "@a2a/grpc/server";
import { defineAgent } from "@a2a/server";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/grpc-readme");
const readme = readFileSync(join(root, "packages/grpc/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => ({ name, code }));

const agent = defineAgent({
  card: { name: "Echo" },
  async *run({ text }) {
    yield `echo: ${text}`;
  },
});
let server: Listening | undefined;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // One after another, as they are read; the ports may be taken. Who calls is a program of its own.
  const code = blocks.flatMap(({ name, code }) => (name === "call" ? [] : code)).join("\n");
  writeFileSync(join(folder, "blocks.ts"), `${code.replaceAll(/port: 410\d/g, "port: 0")}\nexport { grpc };\n`);
  server = await serve(agent, { port: 0 });
  await serveGrpc(server, { port: 0 });
  const call = blocks.find(({ name }) => name === "call")?.code ?? "";
  writeFileSync(join(folder, "call.ts"), `${call.replace("http://127.0.0.1:4100", server.url)}\nexport {};\n`);
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

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

test("who calls as the README of gRPC does is answered", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await import(/* @vite-ignore */ join(folder, "call.ts"));
    expect(log.mock.calls).toEqual([["echo: hello"]]);
  } finally {
    log.mockRestore();
  }
});
