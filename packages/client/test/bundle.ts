import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";

/** What a page loads, and what it was made of. */
export interface Bundle {
  readonly code: string;
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
  return {
    code: outputFiles[0]?.text ?? "",
    inputs: new Map(inputs.map(([path, { bytesInOutput }]): [string, number] => [path, bytesInOutput]).filter(([, bytes]) => bytes > 0)),
  };
}
