import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { openSqliteStore } from "@a2a/sqlite";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { keyOf } from "./logs.js";
import { newFile } from "./places.js";

const rounds = Number(process.env.A2A_CHAOS_ROUNDS ?? 10);
// In the repository, so that the driver is found as it is by everything else; ignored by git.
const program = fileURLToPath(new URL("../out/appends.mjs", import.meta.url));

beforeAll(async () => {
  const entry = join(fileURLToPath(import.meta.url), "../program/appends.ts");
  // Bundled, because a process starts several times as fast so.
  await build({ entryPoints: [entry], outfile: program, bundle: true, platform: "node", format: "esm", conditions: ["@a2a/source"] });
});

test(`what was acknowledged is there once after each of ${rounds} kills, the next process goes on with it at once, and the file is whole`, {
  timeout: 60_000 + rounds * 5000,
}, async () => {
  const file = newFile();
  const acknowledged = new Map<string, Map<number, string>>();
  for (let round = 0; round < rounds; round += 1) {
    const child = spawn(process.execPath, [program, file, `${round}`], { stdio: ["ignore", "pipe", "inherit"] });
    await killAfter(child, 1 + Math.floor(Math.random() * 300), (line) => note(acknowledged, line));
    await expectAll(file, acknowledged);
  }
});

/** Kills a process when it has said so many lines, and passes on all that it has said. */
async function killAfter(child: ChildProcessByStdio<null, Readable, null>, count: number, onLine: (line: string) => void): Promise<void> {
  const exit = once(child, "exit");
  let lines = 0;
  for await (const line of createInterface(child.stdout)) {
    onLine(line);
    lines += 1;
    if (lines === count) child.kill("SIGKILL");
  }
  expect([await exit, lines >= count]).toEqual([[null, "SIGKILL"], true]);
}

function note(acknowledged: Map<string, Map<number, string>>, line: string): void {
  const [id = "", number = "", text = ""] = line.split(" ");
  const ofTask = acknowledged.get(id) ?? new Map<number, string>();
  acknowledged.set(id, ofTask);
  expect(ofTask.has(Number(number)), `${line} is acknowledged once`).toBe(false);
  ofTask.set(Number(number), text);
}

async function expectAll(file: string, acknowledged: ReadonlyMap<string, ReadonlyMap<number, string>>): Promise<void> {
  const store = await openSqliteStore({ file });
  try {
    for (const [id, ofTask] of acknowledged) {
      const entries = await store.read(keyOf(id), 0, 1_000_000);
      if (entries === "gone") return expect.fail(`${id} is gone`);
      expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
      for (const [number, text] of ofTask) {
        const event = entries[number - 1]?.event;
        expect(event && "artifactUpdate" in event && event.artifactUpdate.artifact.artifactId).toBe(text);
      }
      expect((await store.load(keyOf(id)))?.number).toBe(entries.length);
    }
    expect(await store.check()).toEqual([]);
    // They are left as the killed process left them: in the middle of a turn.
    for (const { lease } of await store.leases.adopt(1000)) await store.leases.release(lease);
  } finally {
    await store.close();
  }
}
