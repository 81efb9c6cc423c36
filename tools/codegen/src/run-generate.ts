import { join } from "node:path";
import { SchemaFaults } from "./faults.js";
import type { Generated } from "./generate.js";
import { generate } from "./generate.js";
import { compareFolder, writeFolder } from "./output-folder.js";

/** Where a command runs, and whom it tells. */
export interface Surroundings {
  /** Root of the repository. */
  readonly root: string;
  log(line: string): void;
  error(line: string): void;
}

const usage = "usage: npm run generate -- [--check] [--schema DIRECTORY] [--out DIRECTORY]";

/** What `npm run generate` does; returns its exit code. Nothing is written unless everything could be made. */
export async function runGenerate(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { root, log, error } = surroundings;
  const out = option(args, "--out") ?? root;
  try {
    const made = await generate(option(args, "--schema") ?? join(root, "schema"));
    if (args.includes("--check")) return compareAll(made, out, error);
    for (const [folder, files] of made) log(`${folder}: ${files.size} files, ${writeFolder(join(out, folder), files).length} changed`);
    return 0;
  } catch (fault) {
    if (!(fault instanceof SchemaFaults)) throw fault;
    error(fault.message);
    return 1;
  }
}

function compareAll(made: Generated, out: string, error: Surroundings["error"]): number {
  const differences = [...made].flatMap(([folder, files]) => {
    return compareFolder(join(out, folder), files).map(({ kind, path }) => `${kind}: ${join(out, folder, path)}`);
  });
  for (const line of differences) error(line);
  if (differences.length > 0) error("generated files are not what schema/ says: run npm run generate");
  return differences.length > 0 ? 1 : 0;
}

function option(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  if (index < 0) return undefined;
  const value = args[index + 1];
  if (!value) throw new TypeError(usage);
  return value;
}
