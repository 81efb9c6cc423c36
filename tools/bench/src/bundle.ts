import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Files of plain JavaScript made from modules of this folder. */
export interface Bundles {
  /** A file for each module, in their order. */
  readonly files: readonly string[];
  remove(): void;
}

// What is loaded by name where it is installed, and what is native.
const external = ["kysely", "pg-native"];

// Express is CommonJS and calls `require`, which modules do not have.
const banner = 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/**
 * Makes plain JavaScript from the sources, without a build. Under tsx the same code is up to a third slower, because tsx keeps the name of every
 * function by defining it anew.
 */
export async function bundle(modules: readonly string[]): Promise<Bundles> {
  const directory = mkdtempSync(join(tmpdir(), "a2a-bench-"));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const files = modules.map((_, at) => join(directory, `bundle-${at}.mjs`));
    await Promise.all(modules.map((module, at) => bundleOne(fileURLToPath(new URL(module, import.meta.url)), files[at] ?? "")));
    return { files, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Lets the bundles of a folder find a package of this repository that is loaded by name, where it is installed. */
export function linkPackage({ files: [first = ""] }: Bundles, name: string): void {
  // By its folder: not every package tells where its package.json is.
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = places.map((place) => join(place, name)).find((place) => existsSync(place));
  if (found === undefined) return;
  const folder = join(dirname(first), "node_modules");
  mkdirSync(folder, { recursive: true });
  symlinkSync(found, join(folder, name), "junction");
}

async function bundleOne(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    conditions: ["@a2a/source"],
    external,
    logLevel: "error",
    banner: { js: banner },
  });
}
