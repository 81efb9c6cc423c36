// `npm run generate` writes packages/core/src/generated/; `npm run generate:check` exits 1 where it is not what schema/ says.

import { fileURLToPath } from "node:url";
import { SchemaFaults } from "./faults.js";
import { generate } from "./generate.js";
import { compareFolder, writeFolder } from "./output-folder.js";

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
  const schema = option(args, "--schema") ?? fromRoot("schema");
  const out = option(args, "--out") ?? fromRoot("packages/core/src/generated");
  const generated = await generate(schema);
  if (!check) {
    const changed = writeFolder(out, generated);
    console.log(`${generated.size} files, ${changed.length} changed`);
    return;
  }
  const differences = compareFolder(out, generated);
  for (const { kind, path } of differences) console.error(`${kind}: ${out}/${path}`);
  if (differences.length > 0) {
    console.error("generated files are not what schema/ says: run npm run generate");
    process.exitCode = 1;
  }
}

function option(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  if (index < 0) return undefined;
  const value = args[index + 1];
  if (!value) throw new TypeError(usage);
  return value;
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
