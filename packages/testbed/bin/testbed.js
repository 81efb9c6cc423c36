// `npm run -s testbed`: builds what is stale, then runs the built program in this process. What the compiler says goes to stderr.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const { status } = spawnSync(process.execPath, [compiler, "-b", "packages/testbed"], { cwd: root, stdio: ["ignore", 2, 2] });
if (status !== 0) process.exit(status ?? 1);
const { main } = await import("../dist/main.js");
await main();
