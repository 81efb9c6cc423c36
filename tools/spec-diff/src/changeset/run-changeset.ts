import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "../../../codegen/src/run-generate.js";
import type { Change } from "../change.js";
import { compareTrees } from "../compare-trees.js";
import { report } from "../report.js";
import { folderTree } from "../schema-tree.js";
import { changesetFor, demandedBump, fileNameFor, untoldChanges } from "./demand.js";
import { lastRelease } from "./last-release.js";
import { pendingChangesets } from "./pending-changesets.js";

/** What `npm run spec:changeset` does, with `--check` what CI looks for; returns its exit code. */
export function runChangeset(args: readonly string[], { root, log, error }: Surroundings): number {
  const release = lastRelease(root);
  if ("unknown" in release) {
    error(`WARNING: nobody has looked whether the schemas need a changeset: ${release.unknown}`);
    return 0;
  }
  try {
    const changes = compareTrees(release.schema, folderTree(join(root, "schema"), "schema"));
    const untold = untoldChanges(changes, pendingChangesets(root), release.version);
    if (untold.length === 0) {
      log(changes.length > 0 ? "every change of the schemas has its changeset" : "the schemas are those of the last release");
      return 0;
    }
    if (!args.includes("--check")) {
      log(`wrote ${write(root, untold, release.version)}: say it in the words of users`);
      return 0;
    }
    const demanded = untold.map((change) => demandedBump(change, release.version));
    const bump = (["major", "minor", "patch"] as const).find((each) => demanded.includes(each));
    for (const line of report(untold, { before: release.schema.name, after: "working tree" })) error(line);
    error(`no changeset tells of these changes with a bump of ${bump} or more: run npm run spec:changeset`);
    return 1;
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    error(problem.message);
    return 1;
  }
}

function write(root: string, changes: readonly Change[], version: string): string {
  const name = fileNameFor(changes);
  const names = [name, ...Array.from({ length: 98 }, (_, index) => `${name}-${index + 2}`)];
  const free = names.map((each) => `.changeset/${each}.md`).find((path) => !existsSync(join(root, path))) ?? `.changeset/${name}.md`;
  writeFileSync(join(root, free), changesetFor(changes, version));
  return free;
}
