import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "@a2a/client";
import type { Artifact, Part, Version } from "@a2a/core";
import { versions as all } from "@a2a/core";
import { createA2AHandler } from "@a2a/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { converse } from "./converse.js";
import { dataAnalyst } from "./data-analyst.js";
import { defaultCsv, readCsv } from "./read-csv.js";

const program = fileURLToPath(new URL("../bin/demo.js", import.meta.url));
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "a2a-demo-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

const versions = all.filter(({ status }) => status !== "preview");

test("the demo says the same in every version, over real sockets", { timeout: 60_000 }, async () => {
  const transcripts: string[] = [];
  for (const { wire } of versions) {
    expect(await run(["--protocol", wire])).toEqual({ code: 0, stderr: "" });
    transcripts.push(readFileSync(join(folder, `out/demo-${wire}.txt`), "utf8"));
  }
  const [newest, ...older] = transcripts;
  expect(newest).toContain("Which column should I look at");
  expect(newest).toContain("TASK_STATE_COMPLETED");
  expect(newest).toMatch(/^file {3}precipitation\.svg, \d+ bytes$/m);
  expect(older).toEqual([newest, newest]);
});

test("the task that the demo ends with means the same in every version", async () => {
  const upload = await readCsv(defaultCsv);
  const silent = { line: () => undefined, write: () => undefined };
  const meanings = await Promise.all(
    versions.map(async ({ wire }) => {
      const handler = createA2AHandler(dataAnalyst, {});
      const client = await connect("http://analyst.example", { fetch: handler.fetch, versions: [wire] });
      const { task, files } = await converse(client, upload, silent);
      return { state: task.status.state, artifacts: task.artifacts?.map(meaningOf), files };
    }),
  );
  expect(meanings[0]?.artifacts?.map(({ name }) => name)).toEqual([undefined, undefined, "answer", "chart"]);
  expect(meanings).toEqual(versions.map(() => meanings[0]));
});

test("a protocol that nobody speaks gives one clear line and exit code 1", { timeout: 60_000 }, async () => {
  const known: readonly Version[] = ["1.0", "0.3", "0.1"];
  expect(await run(["--protocol", "2.0"])).toEqual({ code: 1, stderr: `Usage: npm run demo -- --protocol ${known.join("|")}\n` });
});

/** What an artifact says: without the ids that are new in each run, and without the media type that goes without saying. */
function meaningOf({ name, parts }: Artifact): Pick<Artifact, "name" | "parts"> {
  const said = parts.map(({ mediaType, ...part }) =>
    mediaType === "application/json" ? part : { ...part, ...(mediaType && { mediaType }) },
  );
  return { ...(name !== undefined && { name }), parts: said as Part[] };
}
