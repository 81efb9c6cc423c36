import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Formats the TypeScript with the repository's formatter, in one process: starting it takes longer than its work. */
export function format(files: ReadonlyMap<string, string>): Map<string, string> {
  const directory = mkdtempSync(join(tmpdir(), "a2a-codegen-"));
  try {
    const sources = new Map([...files].filter(([path]) => path.endsWith(".ts")));
    for (const [path, text] of sources) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    // a configuration of its own: the repository's leaves generated files alone
    writeFileSync(join(directory, "biome.json"), JSON.stringify({ root: true, formatter: { indentStyle: "space", lineWidth: 140 } }));
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    execFileSync(process.execPath, [biome, "format", "--write", "."], { cwd: directory, stdio: "pipe" });
    return new Map([...files].map(([path, text]) => [path, sources.has(path) ? readFileSync(join(directory, path), "utf8") : text]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
