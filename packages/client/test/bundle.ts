import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, BuildResult, Metafile } from "esbuild";
import { build } from "esbuild";

/** What is bundled: a module of these contents, or of this file. */
export type Source = { readonly contents: string } | { readonly file: string };

/** A module for pages as one file. */
export interface Bundle {
  readonly code: string;
}

/** A module for pages of which each part that is imported later is a file of its own. */
export interface SplitBundle {
  /** The files by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Name of the file that a page begins with. */
  readonly entry: string;
  /** Bytes that each source file has in it, by the file's path; files that left nothing are not there. */
  readonly inputs: ReadonlyMap<string, number>;
  /** What a page has loaded that has imported, later, these source files: without any, what it loads at once. */
  loadedWith(...sources: readonly string[]): Loaded;
}

/** What a page has loaded. */
export interface Loaded {
  /** The texts of the files. */
  readonly texts: readonly string[];
  /** The paths of the source files that something of is in them. */
  readonly sources: readonly string[];
}

/** Bundles a module for browsers, from source, as a user's bundler does from what is published. */
export async function bundle(source: Source, more: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles } = await buildForPages(source, more);
  return { code: outputFiles[0]?.text ?? "" };
}

/** The same with what is imported later split off. */
export async function splitBundle(source: Source): Promise<SplitBundle> {
  const { outputFiles, metafile } = await buildForPages(source, { splitting: true, outdir: "not-written", entryNames: "page" });
  const outputs = Object.entries(metafile.outputs).map(([path, output]): Output => ({ name: basename(path), ...output }));
  const entry = outputs.find(({ name }) => name === "page.js");
  if (!entry) throw new TypeError("there is no bundle");
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return {
    files,
    entry: entry.name,
    inputs: new Map(outputs.flatMap(inputsOf)),
    loadedWith(...sources) {
      const loaded = importedFrom(outputs, [entry, ...sources.map((path) => outputOf(outputs, path))]);
      return {
        texts: loaded.map(({ name }) => files.get(name) ?? ""),
        sources: loaded.flatMap(inputsOf).map(([path]) => path),
      };
    },
  };
}

type Output = Metafile["outputs"][string] & { readonly name: string };

function outputOf(outputs: readonly Output[], source: string): Output {
  const output = outputs.find(({ entryPoint }) => entryPoint === source);
  if (!output) throw new TypeError(`${source} is not imported later`);
  return output;
}

function inputsOf({ inputs }: Output): [path: string, bytes: number][] {
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]): [string, number][] =>
    bytesInOutput > 0 ? [[path, bytesInOutput]] : [],
  );
}

/** Files with what they import at once, and what that does. */
function importedFrom(outputs: readonly Output[], begin: readonly Output[]): readonly Output[] {
  const met = new Set(begin);
  for (const { imports } of met) {
    for (const { kind, path } of imports) {
      const imported = outputs.find(({ name }) => kind === "import-statement" && name === basename(path));
      if (imported) met.add(imported);
    }
  }
  return [...met];
}

function buildForPages(source: Source, more: BuildOptions): Promise<BuildResult<{ metafile: true; write: false; absWorkingDir: string }>> {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  return build({
    ...("file" in source ? { entryPoints: [source.file] } : { stdin: { contents: source.contents, resolveDir: folder } }),
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    conditions: ["@a2a/source"],
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    logLevel: "silent",
    ...more,
    metafile: true,
    write: false,
  });
}
