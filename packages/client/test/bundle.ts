import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";

/** What a page loads, and what it was made of. */
export interface Bundle {
  readonly code: string;
  /** The files that it loads at once, where what is imported later was split off: the bundle, and what that imports. */
  readonly initial: readonly string[];
  /** The files that it loads when it needs them. */
  readonly later: readonly string[];
  /** Bytes that each source file has in it, by the file's path; files that left nothing are not there. */
  readonly inputs: ReadonlyMap<string, number>;
}

/** Bundles a module for browsers, from source, as a user's bundler does from what is published. */
export async function bundle(source: { readonly contents: string } | { readonly file: string }, more: BuildOptions = {}): Promise<Bundle> {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const { outputFiles, metafile } = await build({
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
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const later = new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.flatMap(laterOf)));
  const files = outputFiles.map(({ path, text }) => ({ text, isLater: [...later].some((each) => path.endsWith(each)) }));
  return {
    code: outputFiles[0]?.text ?? "",
    initial: files.filter(({ isLater }) => !isLater).map(({ text }) => text),
    later: files.filter(({ isLater }) => isLater).map(({ text }) => text),
    inputs: new Map(inputs.map(([path, { bytesInOutput }]): [string, number] => [path, bytesInOutput]).filter(([, bytes]) => bytes > 0)),
  };
}

function laterOf({ kind, path }: { readonly kind: string; readonly path: string }): readonly string[] {
  return kind === "dynamic-import" ? [path] : [];
}
