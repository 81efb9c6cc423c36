// `npm run check:publish`: packs what would be published and looks at it as its users will: with publint, with attw, and installed.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { root } from "./source-files.js";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const folders = ["packages/core", "packages/server", "packages/client", "packages/grpc", "packages/postgres"];
const scratch = mkdtempSync(join(tmpdir(), "a2a-publish-"));
const problems: string[] = [];

try {
  const tarballs: string[] = [];
  for (const folder of folders) {
    const tarball = pack(folder);
    tarballs.push(tarball);
    await lint(folder, tarball);
    run(
      join(root, "node_modules/.bin/attw"),
      [tarball, "--profile", "esm-only", "--format", "ascii", "--exclude-entrypoints", "./schema/*", "./proto/*"],
      root,
    );
  }
  install(tarballs);
  for (const problem of problems) console.error(problem);
  console.log(
    `${folders.length - new Set(problems.map((problem) => problem.split(":")[0])).size} of ${folders.length} packages can be published`,
  );
} finally {
  rmSync(scratch, { recursive: true });
}
process.exitCode = problems.length > 0 ? 1 : 0;

function pack(folder: string): string {
  const [packed]: { filename: string }[] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", scratch], join(root, folder)));
  if (!packed) throw new Error(`npm packed nothing of ${folder}`);
  return join(scratch, packed.filename);
}

async function lint(folder: string, tarball: string): Promise<void> {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  for (const message of messages) problems.push(`${folder}: ${formatMessage(message, pkg) ?? message.code}`);
}

/** Installs the tarballs as a stranger would, with the optional peers that some entries need, imports every entry, and reads a schema. */
function install(tarballs: readonly string[]): void {
  const home = join(scratch, "user");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  // safe: npm has just read the same files
  const manifests = folders.map((folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest);
  const peers = manifests.flatMap(({ peerDependencies = {} }) =>
    Object.entries(peerDependencies).map(([name, range]) => `${name}@${range}`),
  );
  // Those of this repository are among the tarballs.
  const foreign = peers.filter((peer) => !manifests.some(({ name }) => peer.startsWith(`${name}@`)));
  run("npm", ["install", "--no-audit", "--no-fund", ...tarballs, ...foreign], home);
  const entries = manifests.flatMap(({ name, exports }) => {
    return Object.keys(exports)
      .filter((entry) => !entry.includes("*") && !entry.endsWith(".json"))
      .map((entry) => name + entry.slice(1));
  });
  const imports = entries.map(
    (entry) => `if (Object.keys(await import("${entry}")).length === 0) throw new Error("${entry} exports nothing");`,
  );
  const schema = `import schema from "@a2a/core/schema/v1.0/schema.json" with { type: "json" };\nif (!schema.$defs.Task) throw new Error("no schema");`;
  writeFileSync(join(home, "try.js"), [schema, ...imports].join("\n"));
  run(process.execPath, ["--no-warnings", "try.js"], home);
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
