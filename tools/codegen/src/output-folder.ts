import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A path at which a folder is not what was generated. */
export interface Difference {
  readonly kind: "stale" | "missing" | "surplus";
  readonly path: string;
}

/** Compares a folder, byte by byte, with what was generated for it. */
export function compareFolder(folder: string, generated: ReadonlyMap<string, string>): Difference[] {
  const surplus = filesBelow(folder).filter((path) => !generated.has(path));
  const wrong = [...generated].flatMap(([path, text]): Difference[] => {
    if (!existsSync(join(folder, path))) return [{ kind: "missing", path }];
    return readFileSync(join(folder, path), "utf8") === text ? [] : [{ kind: "stale", path }];
  });
  return [...wrong, ...surplus.map((path): Difference => ({ kind: "surplus", path }))];
}

/** Makes a folder what was generated for it; files that are so already are not touched. Returns what it changed. */
export function writeFolder(folder: string, generated: ReadonlyMap<string, string>): Difference[] {
  const differences = compareFolder(folder, generated);
  for (const { path } of differences) {
    const text = generated.get(path);
    if (text === undefined) {
      rmSync(join(folder, path));
      continue;
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return differences;
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => relative(folder, file).replaceAll("\\", "/")).sort();
}
