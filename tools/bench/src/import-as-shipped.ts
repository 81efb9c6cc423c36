import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Loads a module of this folder as plain JavaScript from the sources, without a build. Under tsx the same code is up to a third slower,
 * because tsx keeps the name of every function by defining it anew.
 */
export async function importAsShipped(file: string): Promise<Record<string, unknown>> {
  const directory = mkdtempSync(join(tmpdir(), "a2a-bench-"));
  try {
    const outfile = join(directory, "bench.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "es2022",
      conditions: ["@a2a/source"],
      logLevel: "error",
    });
    // safe: the namespace of a module is an object by its exports
    return (await import(pathToFileURL(outfile).href)) as Record<string, unknown>;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
