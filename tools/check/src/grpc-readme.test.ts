import { serveGrpc } from "@a2a/grpc/server";
import { defineAgent } from "@a2a/server";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readmeCode } from "./readme-code.js";

const readme = readmeCode("packages/grpc/README.md", "grpc-readme");

const agent = defineAgent({
  card: { name: "Echo" },
  async *run({ text }) {
    yield `echo: ${text}`;
  },
});
let server: Listening | undefined;

beforeAll(async () => {
  // One after another, as they are read; the ports may be taken. Who calls is a program of its own.
  const code = [...readme.blocks].flatMap(([name, block]) => (name === "call" ? [] : block)).join("\n");
  readme.write("blocks", `${code.replaceAll(/port: 410\d/g, "port: 0")}\nexport { grpc };`);
  server = await serve(agent, { port: 0 });
  await serveGrpc(server, { port: 0 });
  readme.write("call", readme.blocks.get("call")?.replace("http://127.0.0.1:4100", server.url) ?? "");
});

afterAll(() => server?.close());

test("the code in the README of gRPC does what its comments say", async () => {
  const { said, exported } = await readme.printed<{ grpc: { port: number } }>("blocks");
  expect(said).toEqual([`127.0.0.1:${exported.grpc.port}`]);
});

test("who calls as the README of gRPC does is answered", async () => {
  expect((await readme.printed("call")).said).toEqual(["echo: hello"]);
});
