// `npm run spec:check -- v0.3 path/to/a2a.json` says where a folder of schema/ differs from the published document that it restates.

import { fileURLToPath } from "node:url";
import { runCheck } from "./run-check.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
process.exitCode = runCheck(process.argv.slice(2), { root, log: console.log, error: console.error });
