import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = fileURLToPath(new URL("../bin/start.js", import.meta.url));
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "a2a-start-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm start` as npm does, in a folder of its own. */
async function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, PORT: "0", ...environment } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

test("the conversation is shown, the agent asks back, and the chart is saved and named", { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await start(["--once"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("seattle-weather.csv, 48219 bytes");
  expect(stdout).toContain("Which column should I look at: date, precipitation, temp_max, temp_min, wind, weather?");
  expect(stdout).toContain('agent  {"column":"precipitation"');
  expect(stdout).toContain("TASK_STATE_COMPLETED");
  expect(stdout).toContain(`saved  ${join("out", "precipitation.svg")}`);
  expect(readFileSync(join(folder, "out/precipitation.svg"), "utf8")).toMatch(/^<svg /);
});

test("a second start remembers the tasks of the first, and A2A_STORE=memory none", { timeout: 60_000 }, async () => {
  expect((await start(["--once"])).stdout).toMatch(/^[1-9]\d* tasks of before are remembered\./);
  expect((await start(["--once"], { A2A_STORE: "memory" })).stdout).not.toContain("remembered");
  expect(await start(["--once"], { A2A_STORE: "oracle:x" })).toEqual({
    code: 1,
    stdout: "",
    stderr: "A2A_STORE must be memory, sqlite:FILE or postgres://…\n",
  });
});

test("a table of one's own is taken", { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, "mine.csv"), "name;size\na;1,5\nb;2,5\n");
  const { code, stdout } = await start(["mine.csv", "--once"]);
  expect(code).toBe(0);
  expect(stdout).toContain("you    size, please");
  expect(stdout).toContain(`saved  ${join("out", "size.svg")}`);
});

test("without --once the agent stays up until it is told to end", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [program], { cwd: folder, env: { ...process.env, PORT: "0" } });
  let stdout = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    stdout += chunk;
    if (stdout.includes("stays up at")) break;
  }
  const url = /stays up at (\S+)/.exec(stdout)?.[1];
  const card = await fetch(`${url}/.well-known/agent-card.json`);
  expect(await card.json()).toMatchObject({ name: "Data analyst" });
  child.kill("SIGTERM");
  await once(child, "exit");
});

for (const [what, args, sentence] of [
  ["a file that is not there", ["nowhere.csv"], "nowhere.csv cannot be read: there is no such file."],
  ["a folder", ["."], ". cannot be read: it is no readable file."],
  ["two files", ["a.csv", "b.csv"], "Give one CSV file, not several: npm start -- data.csv"],
  ["an unknown option", ["--twice"], "Usage: npm start -- [data.csv] [--once]"],
] as const) {
  test(`${what} gives one clear line and exit code 1`, { timeout: 60_000 }, async () => {
    expect(await start(args)).toEqual({ code: 1, stdout: "", stderr: `${sentence}\n` });
  });
}

test("a broken table gives one clear sentence and exit code 1", { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, "broken.csv"), 'a,b\n1,"2\n');
  const { code, stdout, stderr } = await start(["broken.csv", "--once"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("opens a quote that is never closed.");
});

test("a taken port gives one clear line and exit code 1", { timeout: 60_000 }, async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  expect(await start(["--once"], { PORT: String(port) })).toEqual({
    code: 1,
    stdout: "",
    stderr: `port ${port} of 127.0.0.1 is already in use\n`,
  });
  server.close();
});

test("a port that is none gives one clear line and exit code 1", { timeout: 60_000 }, async () => {
  expect(await start(["--once"], { PORT: "http" })).toEqual({
    code: 1,
    stdout: "",
    stderr: "PORT must be a number from 0 to 65535, not http.\n",
  });
});
