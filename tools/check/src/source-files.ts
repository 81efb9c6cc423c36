import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

/** One TypeScript file, by its path below the root, with `/` on every system. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** An import or re-export of a module. */
export interface Import {
  readonly from: string;
  /** Path below the root for an import within the package, else the package as it is written. */
  readonly to: string;
  /** Whether it stays in the package: relative, or by a name that the package gives to one of its files. */
  readonly isRelative: boolean;
  readonly isTypeOnly: boolean;
}

/** All TypeScript below a folder, generated code included. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !/\/(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The sources that ship: no tests, nothing generated. */
export function shippedFiles(folder = "packages"): SourceFile[] {
  return sourceFiles(folder).filter(({ path }) => /^packages\/[^/]+\/src\//.test(path) && !isTest(path) && !isGenerated(path));
}

/** Whether a file is a test or belongs to tests. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || /^packages\/[^/]+\/test\//.test(path);
}

/** Whether a file is written by the generator. */
export function isGenerated(path: string): boolean {
  return path.includes("/generated/");
}

/** What a file imports and re-exports. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found = withoutComments(text).matchAll(
    /^\s*(import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, , type, from, bare, dynamic]) => {
    const to = from ?? bare ?? dynamic ?? "";
    const isRelative = /^[.#]/.test(to);
    return { from: path, to: isRelative ? resolveImport(path, to) : to, isRelative, isTypeOnly: type !== undefined };
  });
}

/** A text with its comments blanked out, line numbers kept. */
export function withoutComments(text: string): string {
  const comment = /("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(comment, (whole, string: string | undefined) => string ?? whole.replace(/[^\n]/g, " "));
}

function resolveImport(from: string, to: string): string {
  // the names that core gives; for a browser each is a file beside this one
  const [, name, version] = /^#(\w+)\/(.+)/.exec(to) ?? [];
  if (name) return `packages/core/src/generated/${version}/${name}.ts`;
  return relative(root, resolve(root, dirname(from), to))
    .replaceAll("\\", "/")
    .replace(/\.js$/, ".ts");
}
