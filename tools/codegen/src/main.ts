// `npm run generate` writes the folders of `outputs`; `npm run generate:check` exits 1 where one is not what schema/ says.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SchemaFaults } from "./faults.js";
import { compareFolder, writeFolder } from "./output-folder.js";
import { outputs } from "./outputs.js";

const usage = "usage: main.ts [--check] [--schema DIRECTORY] [--out DIRECTORY]";

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SchemaFaults)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<void> {
  const check = args.includes("--check");
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const schema = option(args, "--schema") ?? join(root, "schema");
  const out = option(args, "--out") ?? root;
  for (const { folder, make } of outputs) {
    const path = join(out, folder);
    const files = await make(schema);
    if (check) compare(path, files);
    else console.log(`${folder}: ${files.size} files, ${writeFolder(path, files).length} changed`);
  }
}

function compare(folder: string, generated: ReadonlyMap<string, string>): void {
  const differences = compareFolder(folder, generated);
  for (const { kind, path } of differences) console.error(`${kind}: ${folder}/${path}`);
  if (differences.length === 0) return;
  console.error("generated files are not what schema/ says: run npm run generate");
  process.exitCode = 1;
}

function option(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  if (index < 0) return undefined;
  const value = args[index + 1];
  if (!value) throw new TypeError(usage);
  return value;
}
