import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A state of `schema/`, wherever it lies. */
export interface SchemaTree {
  /** What people call it. */
  readonly name: string;
  /** A parsed file by its path below `schema/`, undefined where there is none. @throws TypeError where it is no JSON */
  read(path: string): unknown;
}

/** `schema/` as it lies in a folder. */
export function folderTree(folder: string, name: string = folder): SchemaTree {
  return {
    name,
    read: (path) => (existsSync(join(folder, path)) ? parse(readFileSync(join(folder, path), "utf8"), `${name}/${path}`) : undefined),
  };
}

/** `schema/` as a revision of a git repository has it. */
export function revisionTree(repository: string, revision: string, name: string = revision): SchemaTree {
  const paths = new Set(git(repository, ["ls-tree", "-r", "--name-only", revision, "schema"]).split("\n"));
  return {
    name,
    read: (path) =>
      paths.has(`schema/${path}`) ? parse(git(repository, ["show", `${revision}:schema/${path}`]), `${name}:${path}`) : undefined,
  };
}

/** No schema at all: what there is beside it is new. */
export const emptyTree: SchemaTree = { name: "nothing", read: () => undefined };

/** What git prints. @throws what execFileSync throws where git fails */
export function git(repository: string, args: readonly string[]): string {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 });
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
