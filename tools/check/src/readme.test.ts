import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readmeCode } from "./readme-code.js";
import { root } from "./source-files.js";

const { text: readme, blocks, write, run, printed } = readmeCode("README.md", "readme", { mayLeaveUnused: true });

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
  for (const [name, code] of blocks) write(name, code.replaceAll("4100", String(port)) + (name === "agent" ? "export { server };" : ""));
  ({ server } = await run<{ server: { close(): Promise<void> } }>("agent"));
});

afterAll(() => server?.close());

test("the blocks of the README are found", () => {
  expect([...blocks.keys()]).toEqual(["agent", "call", "stream", "validate", "versions"]);
});

test("an agent takes at most eight lines, a call at most three", () => {
  expect(linesOf("agent")).toBeLessThanOrEqual(8);
  expect(linesOf("call")).toBeLessThanOrEqual(3);
});

test("the README's code does what its comments say", async () => {
  for (const name of blocks.keys()) if (name !== "agent") expect((await printed(name)).said, name).toEqual(promised(name));
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

function linesOf(name: string): number | undefined {
  return blocks.get(name)?.trimEnd().split("\n").length;
}

/** What a block's comments promise: those behind a console.log that runs. */
function promised(name: string): string[] {
  return [...(blocks.get(name) ?? "").matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words = ""]) => words);
}
