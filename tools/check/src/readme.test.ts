import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "./source-files.js";

interface Block {
  readonly name: string;
  readonly code: string;
  readonly lines: number;
}

// Inside the repository, so that the packages resolve as they do for everything else; ignored by git.
const folder = join(root, "tools/check/out/readme");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks: readonly Block[] = [...readme.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = "", code = ""]) => ({
  name,
  code,
  lines: code.trimEnd().split("\n").length,
}));

/** A port that was free a moment ago, in place of the one that readers use. */
let port = 0;
/** The README's agent. */
let server: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  const { createServer } = await import("node:net");
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  port = typeof address === "object" && address ? address.port : 0;
  await new Promise((resolve) => probe.close(resolve));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, code } of blocks) {
    const exported = name === "agent" ? "export { server };\n" : "export {};\n";
    writeFileSync(join(folder, `${name}.ts`), code.replaceAll("4100", String(port)) + exported);
  }
  ({ server } = await run("agent"));
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every block of TypeScript in the README has a name and is found", () => {
  expect(blocks.length).toBe([...readme.matchAll(/^```ts/gm)].length);
  expect(blocks.map(({ name }) => name)).toEqual(["agent", "call", "stream", "validate", "versions"]);
});

test("an agent takes at most eight lines, a call at most three", () => {
  expect(blockOf("agent").lines).toBeLessThanOrEqual(8);
  expect(blockOf("call").lines).toBeLessThanOrEqual(3);
});

test("the README's code compiles", () => {
  const config = {
    extends: "../../../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the README's code does what its comments say", async () => {
  for (const { name } of blocks.filter((block) => block.name !== "agent")) expect(await printed(name), name).toEqual(promised(name));
});

test("the README's requests are answered with a result", async () => {
  const requests = [...readme.matchAll(/^curl -s (\S+) (.*) -d '([\s\S]*?)'$/gm)];
  const asked = requests.map(([, url = "", , body = ""]) => JSON.parse(body).method ?? new URL(url).pathname);
  expect(asked).toEqual(["SendMessage", "message/send", "tasks/send", "/message:send"]);
  for (const [, url = "", flags = "", body = ""] of requests) {
    const headers = [...flags.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = "", value = ""]): [string, string] => [name, value]);
    const response = await fetch(url.replace("4100", String(port)), { method: "POST", headers, body });
    const answer = await response.json();
    // Only JSON-RPC has an envelope.
    expect("task" in answer ? { id: 1, result: answer } : answer).toMatchObject({ id: 1, result: expect.any(Object) });
  }
});

test("every npm script that the README names exists", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/npm (?:run )?(start|test|[a-z:]+(?=`| --))/g)].map(([, script = ""]) => script);
  expect(named.length).toBeGreaterThan(5);
  for (const script of named.filter((name) => name !== "install")) expect(Object.keys(scripts)).toContain(script);
});

test("every file that the README links to exists", () => {
  for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect(() => readFileSync(join(root, path.replace(/\/$/, "/README.md")))).not.toThrow();
});

function blockOf(name: string): Block {
  const block = blocks.find((each) => each.name === name);
  if (!block) throw new TypeError(`the README has no block ${name}`);
  return block;
}

function run(name: string): Promise<{ server: { close(): Promise<void> } }> {
  return import(/* @vite-ignore */ join(folder, `${name}.ts`));
}

/** What a block's comments promise: those behind a console.log that runs. */
function promised(name: string): string[] {
  return [...blockOf(name).code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words = ""]) => words);
}

async function printed(name: string): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await run(name);
    return log.mock.calls.map((words) => words.join(" "));
  } finally {
    log.mockRestore();
  }
}
