import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { expectHeadings, readmeCode } from "./readme-code.js";
import { root } from "./source-files.js";

const { text, blocks, write, run } = readmeCode("packages/server/README.md", "server-readme", { mayLeaveUnused: true });

/** What the README leaves to its reader, or to the runtime. */
const given: Readonly<Record<string, string>> = {
  deno: "declare const Deno: { serve(options: { port: number }, fetch: (request: Request) => Promise<Response>): void };",
  bun: "declare const Bun: { serve(options: { port: number; idleTimeout: number; fetch(request: Request): Promise<Response> }): void };",
  fastify: "export const server = { close: () => void app.close() };",
};

const ports = new Map<string, number>();

beforeAll(async () => {
  for (const [name, code] of blocks) {
    const port = await freePort();
    ports.set(name, port);
    const exported = code.includes("const server =") ? "export { server };\n" : "";
    write(name, `${code.replaceAll("4100", String(port))}\n${exported}${given[name] ?? ""}`);
  }
});

for (const [name, path, hasOriginCard] of [
  ["agent", "", true],
  ["http", "", true],
  ["express", "/agents/one", false],
  ["fastify", "/agents/one", true],
  ["hono", "/agents/one", true],
  ["cors", "", true],
] as const) {
  test(`the agent of the block "${name}" is found and answers`, async () => {
    const { server } = await run<{ server: { close(): unknown } }>(name);
    try {
      const origin = `http://127.0.0.1:${ports.get(name)}`;
      const card = await (await fetch(`${origin}${path}/.well-known/agent-card.json`)).json();
      expect(card.supportedInterfaces[0].url).toBe(`${origin}${path || "/"}${name === "express" ? "/" : ""}`);
      expect((await fetch(`${origin}/.well-known/agent-card.json`)).status === 200).toBe(hasOriginCard);
      const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
      const headers = { "content-type": "application/json", origin: "https://app.example" };
      const answer = await fetch(`${origin}${path}/message:send`, { method: "POST", headers, body: JSON.stringify({ message }) });
      expect(await answer.text()).toContain("echo: hi");
      expect(answer.headers.get("access-control-allow-origin")).toBe(name === "cors" ? "https://app.example" : null);
    } finally {
      await server.close();
    }
  });
}

test('the agent of the block "auth" is served to those with a key', async () => {
  vi.stubEnv("NIGHTLY_KEY", "right");
  const { server } = await run<{ server: { url: string; close(): unknown } }>("auth");
  try {
    const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
    const ask = (key: string): Promise<Response> => {
      const headers = { "content-type": "application/json", "x-api-key": key };
      return fetch(`${server.url}/message:send`, { method: "POST", headers, body: JSON.stringify({ message }) });
    };
    expect((await ask("wrong")).headers.get("www-authenticate")).toMatch(/^Bearer realm="Guarded", scope="agent.use", ApiKey /);
    expect(await (await ask("right")).text()).toContain("hello, nightly");
  } finally {
    await server.close();
    vi.unstubAllEnvs();
  }
});

test("a route of Next.js has a handler for every verb that agents answer", async () => {
  const route = await run<Readonly<Record<string, (request: Request) => Promise<Response>>>>("next");
  const ask = (verb: string, path: string): Promise<Response | undefined> | undefined =>
    route[verb]?.(new Request(`http://agent.test/agents/one${path}`, { method: verb }));
  expect((await ask("GET", "/.well-known/agent-card.json"))?.status).toBe(200);
  expect((await ask("DELETE", "/tasks/1"))?.headers.get("allow")).toBe("GET");
  expect(Object.keys(route).sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "POST"]);
});

test("the server's README names every limit", () => {
  const options = readFileSync(join(root, "packages/server/src/limit-options.ts"), "utf8");
  const names = [...options.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
});

test("every place that the server's README links to exists", () => expectHeadings(text));

/** A port that was free a moment ago, in place of the one that readers use. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
