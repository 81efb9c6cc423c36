// `npm run generate` writes the folders of `outputs`; `npm run generate:check` exits 1 where one is not what schema/ says.

import { fileURLToPath } from "node:url";
import { runGenerate } from "./run-generate.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
process.exitCode = await runGenerate(process.argv.slice(2), { root, log: console.log, error: console.error });
