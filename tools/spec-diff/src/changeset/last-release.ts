import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaTree } from "../schema-tree.js";
import { emptyTree, git, revisionTree } from "../schema-tree.js";

/** What was released last: its schemas, or why they cannot be known. */
export type LastRelease = { readonly schema: SchemaTree; readonly version: string } | { readonly unknown: string };

const manifest = "packages/core/package.json";

/**
 * Finds the schemas of the last release: those of the commit that gave the packages their version, which is the one of `changeset version`,
 * that has used up the changesets before it. No tag is needed. Before the first release the version is 0.0.0, and all there is is new.
 */
export function lastRelease(root: string): LastRelease {
  const version = versionIn(readFileSync(join(root, manifest), "utf8"));
  if (version === "0.0.0") return { schema: emptyTree, version };
  try {
    if (versionAt(root, "HEAD") !== version) return { schema: revisionTree(root, "HEAD"), version };
    const commit = commitOf(root, version);
    if (commit !== undefined) return { schema: revisionTree(root, commit, `the release of ${version}`), version };
    return { unknown: `the history of this clone does not reach back to the commit that made ${version} (git fetch --unshallow)` };
  } catch (error) {
    return { unknown: `git says: ${error instanceof Error ? error.message.trim() : String(error)}` };
  }
}

/** The newest commit whose parent had another version, undefined where the clone is too shallow to tell. */
function commitOf(root: string, version: string): string | undefined {
  const commits = git(root, ["log", "--format=%H %P", "-G", '"version":', "--", manifest]).trim().split("\n").filter(Boolean);
  const isShallow = git(root, ["rev-parse", "--is-shallow-repository"]).trim() === "true";
  for (const [commit = "", parent] of commits.map((line) => line.split(" "))) {
    if (versionAt(root, commit) !== version) return undefined;
    if (parent === undefined) return isShallow ? undefined : commit;
    if (versionAt(root, parent) !== version) return commit;
  }
  return undefined;
}

/** Undefined where the commit has no such package yet. */
function versionAt(root: string, commit: string): string | undefined {
  const isThere = git(root, ["ls-tree", commit, manifest]) !== "";
  return isThere ? versionIn(git(root, ["show", `${commit}:${manifest}`])) : undefined;
}

function versionIn(text: string): string {
  const { version }: { version: string } = JSON.parse(text);
  return version;
}
