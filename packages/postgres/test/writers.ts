import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TaskStore } from "@a2a/server";
import { buildSync } from "esbuild";
import { expect } from "vitest";
import { at } from "./tasks.js";

let bundled: string | undefined;

/** The program in one file, which starts in a fifth of the time. */
function program(): string {
  if (bundled) return bundled;
  const outfile = join(mkdtempSync(join(tmpdir(), "a2a-writer-")), "writer.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("program/writer.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@a2a/source"],
    external: ["pg-native"],
    // What pg requires of Node.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  process.once("exit", () => rmSync(dirname(outfile), { recursive: true, force: true }));
  bundled = outfile;
  return outfile;
}

/** An entry that a process was told is stored. */
export interface Ack {
  readonly task: string;
  readonly number: number;
  readonly text: string;
  readonly by: number;
}

/** A process that writes. */
export interface Writer {
  readonly process: ChildProcess;
  readonly pid: number;
  /** What it has said of its own appends that were refused. */
  readonly fenced: string[];
  end(): Promise<void>;
}

/** Processes that write to the same tasks, and all that they were told is stored. */
export class Writers {
  readonly acks: Ack[] = [];
  readonly #open = new Set<Writer>();
  readonly #url: string;
  readonly #schema: string;
  readonly #looking = new Set<() => void>();

  constructor(url: string, schema: string) {
    this.#url = url;
    this.#schema = schema;
  }

  /** Starts one; resolves when it has opened its store. */
  async start(leaseMs = 1000): Promise<Writer> {
    const child = spawn(process.execPath, [program(), this.#url, this.#schema, String(leaseMs)], { stdio: ["ignore", "pipe", "inherit"] });
    const pid = child.pid ?? 0;
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const writer: Writer = {
      process: child,
      pid,
      fenced: [],
      end: async () => {
        this.#open.delete(writer);
        child.kill("SIGKILL");
        await exited;
      },
    };
    this.#open.add(writer);
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error("a writer ended")));
      createInterface(child.stdout).on("line", (line) => {
        const [what = "", task = "", number = "", text = ""] = line.split(" ");
        if (what === "open") resolve();
        // A line that a kill has cut says nothing.
        else if (what === "ack" && text) this.acks.push({ task, number: Number(number), text, by: pid });
        else if (what === "fenced") writer.fenced.push(task);
        for (const look of this.#looking) look();
      });
    });
    return writer;
  }

  /** Resolves once something is so, looked at whenever a process says something. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        this.#looking.delete(look);
        resolve();
      };
      this.#looking.add(look);
    });
  }

  /** Ends all. */
  async end(): Promise<void> {
    await Promise.all([...this.#open].map((writer) => writer.end()));
  }

  /** Claims that every log has every acknowledged entry at its number, and no other text twice. */
  async expectKept(store: TaskStore, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const texts = await textsOf(store, id);
      for (const { number, text } of this.acks.filter(({ task }) => task === id)) expect(texts[number - 1], `entry ${number}`).toBe(text);
      expect(new Set(texts).size).toBe(texts.length);
    }
  }
}

/** The text of each entry of a log, which has to have them all. */
async function textsOf(store: TaskStore, id: string): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const entries = await store.read(at(id), texts.length, 1000);
    if (entries === "gone") throw new Error(`task ${id} is gone`);
    if (entries.length === 0) return texts;
    for (const { number, event } of entries) {
      texts.push("artifactUpdate" in event ? (event.artifactUpdate.artifact.parts[0]?.text ?? "") : id);
      expect(number).toBe(texts.length);
    }
  }
}
