import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Surroundings } from "../../codegen/src/run-generate.js";
import type { Change } from "./change.js";
import { compareTrees, compareVersions } from "./compare-trees.js";
import { report } from "./report.js";
import type { SchemaTree } from "./schema-tree.js";
import { folderTree, git, revisionTree } from "./schema-tree.js";
import { wholeFactsOf } from "./version-facts.js";

/** What one side of a comparison is: all of `schema/` as it was or is, or one folder of it. */
interface Side {
  readonly name: string;
  readonly tree: SchemaTree;
  readonly folder?: string | undefined;
}

const usage = `usage: npm run spec:diff -- BEFORE [AFTER]
each is a version (v0.3), a revision of git (main), both (main:v1.0), or a folder like schema/; AFTER is the working tree where it is left out`;

/** What `npm run spec:diff` does; returns its exit code. */
export function runDiff(args: readonly string[], { root, log, error }: Surroundings): number {
  const [before, after] = args;
  if (before === undefined || args.length > 2) {
    error(usage);
    return 1;
  }
  try {
    const sides = sidesOf(resolveSide(before, root), after === undefined ? workingTree(root) : resolveSide(after, root));
    for (const line of report(compare(sides), { before: sides[0].name, after: sides[1].name })) log(line);
    return 0;
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    error(problem.message);
    return 1;
  }
}

function compare([before, after]: readonly [Side, Side]): Change[] {
  if (before.folder === undefined || after.folder === undefined) return compareTrees(before.tree, after.tree);
  return compareVersions(versionOf(before.tree, before.folder), versionOf(after.tree, after.folder));
}

function versionOf(tree: SchemaTree, folder: string): NonNullable<ReturnType<typeof wholeFactsOf>> {
  const facts = wholeFactsOf(tree, folder);
  if (!facts) throw new TypeError(`${tree.name} has no ${folder}/schema.json`);
  return facts;
}

/** One version beside all of another state is the same version there. */
function sidesOf(before: Side, after: Side): readonly [Side, Side] {
  const folder = before.folder ?? after.folder;
  return [Object.assign({ folder }, before), Object.assign({ folder }, after)];
}

function workingTree(root: string): Side {
  return { name: "working tree", tree: folderTree(join(root, "schema"), "schema") };
}

function resolveSide(name: string, root: string): Side {
  const { tree } = workingTree(root);
  if (tree.read(`${name}/schema.json`) !== undefined) return { name, tree, folder: name };
  const path = resolve(root, name);
  if (existsSync(join(path, "versions.json"))) return { name, tree: folderTree(path, name) };
  if (existsSync(join(path, "schema.json"))) return { name, tree: folderTree(dirname(path), dirname(name)), folder: basename(path) };
  const [revision = "", folder] = name.split(":");
  if (!isRevision(root, revision)) throw new TypeError(`${name} is neither a version, a revision nor a folder\n${usage}`);
  return { name, tree: revisionTree(root, revision), folder };
}

function isRevision(root: string, name: string): boolean {
  try {
    // the option's end keeps a name that begins with a dash from being an option
    return git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]) !== "";
  } catch {
    return false;
  }
}
