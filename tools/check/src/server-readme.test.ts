import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/server-readme");
const readme = readFileSync(join(root, "packages/server/README.md"), "utf8");
const blocks = new Map([...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => [name, code]));

/** What the README leaves to its reader, or to the runtime. */
const given: Readonly<Record<string, string>> = {
  deno: "declare const Deno: { serve(options: { port: number }, fetch: (request: Request) => Promise<Response>): void };",
  bun: "declare const Bun: { serve(options: { port: number; idleTimeout: number; fetch(request: Request): Promise<Response> }): void };",
  fastify: "export const server = { close: () => void app.close() };",
};

const ports = new Map<string, number>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of blocks) {
    const port = await freePort();
    ports.set(name, port);
    const exported = code.includes("const server =") ? "export { server };" : "export {};";
    writeFileSync(join(folder, `${name}.ts`), `${code.replaceAll("4100", String(port))}\n${exported}\n${given[name] ?? ""}\n`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every block of TypeScript in the server's README has a name of its own", () => {
  expect(blocks.size).toBe([...readme.matchAll(/^```ts/gm)].length);
});

test("the server's README's code compiles", () => {
  const config = { extends: "../../../../tsconfig.json", compilerOptions: { noUnusedLocals: false }, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
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
    const { server }: { server: { close(): unknown } } = await import(/* @vite-ignore */ join(folder, `${name}.ts`));
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
  const { server }: { server: { url: string; close(): unknown } } = await import(/* @vite-ignore */ join(folder, "auth.ts"));
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
  const route: Readonly<Record<string, (request: Request) => Promise<Response>>> = await import(join(folder, "next.ts"));
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
  expect(names.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
});

test("every place that the server's README links to exists", () => {
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) => words.toLowerCase().replaceAll(" ", "-"));
  const places = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, place]) => place);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(headings).toContain(place);
});

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
