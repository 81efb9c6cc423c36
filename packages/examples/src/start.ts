import { mkdir, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@a2a/client";
import { LocalError } from "@a2a/core";
import type { TaskStore } from "@a2a/server";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import type { Upload } from "./converse.js";
import { converse } from "./converse.js";
import { dataAnalyst } from "./data-analyst.js";
import { openStore } from "./open-store.js";
import { defaultCsv, readCsv, UsageProblem } from "./read-csv.js";

/** `npm start [-- data.csv] [--once]`: starts the data analyst, talks to it once and leaves it running. Resolves to the exit code where it is over. */
export async function start(args: readonly string[]): Promise<number | undefined> {
  try {
    const { values, positionals } = readArgs(args);
    const upload = await readCsv(positionals[0] ?? defaultCsv);
    const port = readPort(process.env.PORT);
    const store = await openStore(process.env.A2A_STORE || undefined);
    const { total: remembered } = await store.list({ tenant: "", owner: "", limit: 0 });
    const server = await serveFrom(store, port);
    try {
      if (remembered > 0) console.log(`${remembered} tasks of before are remembered.\n`);
      const isDone = await talk(server.url, upload);
      if (!values.once && isDone) {
        console.log(`\nThe agent stays up at ${server.url} (card: ${server.url}/.well-known/agent-card.json); Ctrl+C ends it.`);
        return undefined;
      }
      await server.close();
      return isDone ? 0 : 1;
    } catch (error) {
      await server.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof UsageProblem || error instanceof LocalError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function serveFrom(store: TaskStore, port: number): Promise<Listening> {
  try {
    return await serve(dataAnalyst, { port, store });
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function talk(url: string, upload: Upload): Promise<boolean> {
  const client = await connect(url);
  console.log(`${client.card.name} at ${url}: ${client.card.description}\n`);
  const { task, files } = await converse(client, upload, {
    line: (words) => console.log(words),
    write: (words) => process.stdout.write(words),
  });
  for (const { name, bytes } of files) console.log(`\nsaved  ${await save(name, bytes)}`);
  return task.status.state === "TASK_STATE_COMPLETED";
}

function readArgs(args: readonly string[]): { values: { once?: boolean }; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { once: { type: "boolean" } }, allowPositionals: true });
    if (positionals.length > 1) throw new UsageProblem("Give one CSV file, not several: npm start -- data.csv");
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageProblem) throw error;
    throw new UsageProblem("Usage: npm start -- [data.csv] [--once]");
  }
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === "") return 4100;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageProblem(`PORT must be a number from 0 to 65535, not ${value}.`);
  return port;
}

/** Saves a file that the agent made under out/; its name decides nothing but the file's name. */
async function save(name: string, bytes: Uint8Array): Promise<string> {
  await mkdir("out", { recursive: true });
  const path = join("out", basename(name));
  await writeFile(path, bytes);
  return relative(".", path);
}
