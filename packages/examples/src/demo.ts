import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@a2a/client";
import type { Version } from "@a2a/core";
import { LocalError, versions } from "@a2a/core";
import { serve } from "@a2a/server/node";
import { converse } from "./converse.js";
import { dataAnalyst } from "./data-analyst.js";
import { defaultCsv, readCsv, UsageProblem } from "./read-csv.js";

/** `npm run demo -- --protocol 1.0`: runs the conversation of `npm start` once in one version of the protocol, and saves what was said under out/. Resolves to the exit code. */
export async function demo(args: readonly string[]): Promise<number> {
  try {
    const version = readProtocol(args);
    const server = await serve(dataAnalyst, { port: 0 });
    try {
      return await talk(server.url, version);
    } finally {
      await server.close();
    }
  } catch (error) {
    if (!(error instanceof UsageProblem || error instanceof LocalError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function talk(url: string, version: Version): Promise<number> {
  const client = await connect(url, { versions: [version] });
  const said: string[] = [];
  const say = (words: string): void => {
    said.push(words.trimEnd());
    console.log(words.trimEnd());
  };
  console.log(`${client.card.name}, spoken to in A2A ${version}\n`);
  const { task, files } = await converse(client, await readCsv(defaultCsv), { line: say, write: say });
  for (const { name, bytes } of files) say(`file   ${name}, ${bytes.length} bytes`);
  await mkdir("out", { recursive: true });
  const path = join("out", `demo-${version}.txt`);
  await writeFile(path, `${said.join("\n")}\n`);
  console.log(`\nsaved  ${path}`);
  return task.status.state === "TASK_STATE_COMPLETED" ? 0 : 1;
}

function readProtocol(args: readonly string[]): Version {
  const known = versions.filter(({ status }) => status !== "preview").map(({ wire }) => wire);
  const usage = new UsageProblem(`Usage: npm run demo -- --protocol ${known.join("|")}`);
  try {
    const { protocol } = parseArgs({ args: [...args], options: { protocol: { type: "string", default: known[0] ?? "" } } }).values;
    const version = known.find((each) => each === protocol);
    if (version) return version;
  } catch {
    throw usage;
  }
  throw usage;
}
