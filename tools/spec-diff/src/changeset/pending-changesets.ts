import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bump } from "../change.js";
import { larger } from "../change.js";

/** A changeset that no release has used up. */
export interface Changeset {
  readonly file: string;
  /** The largest of its packages': all packages are released together, with one version. */
  readonly bump: Bump | undefined;
  /** What it tells users. */
  readonly text: string;
}

/** The changesets of a repository. @throws TypeError where one is none */
export function pendingChangesets(root: string): Changeset[] {
  const folder = join(root, ".changeset");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
  return files.sort().map((file) => parseChangeset(file, readFileSync(join(folder, file), "utf8")));
}

function parseChangeset(file: string, content: string): Changeset {
  const [, head, text = ""] = /^---\r?\n([\s\S]*?)---\r?\n([\s\S]*)$/.exec(content) ?? [];
  if (head === undefined) throw new TypeError(`.changeset/${file} has no packages between lines of ---`);
  const bumps = [...head.matchAll(/^\s*["']?[^"':]+["']?\s*:\s*(patch|minor|major)\s*$/gm)].flatMap(([, bump]) => bumpNamed(bump));
  return { file, bump: bumps.reduce<Bump | undefined>((most, bump) => (most ? larger(most, bump) : bump), undefined), text };
}

function bumpNamed(name: string | undefined): Bump[] {
  return name === "patch" || name === "minor" || name === "major" ? [name] : [];
}
