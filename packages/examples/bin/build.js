import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the packages that are missing or stale; quiet where nothing is. What the compiler says goes to stderr. */
export function build() {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
  const { status } = spawnSync(process.execPath, [compiler, "-b", "packages/examples"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
