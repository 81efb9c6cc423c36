// `npm run spec:changeset` writes the changeset for what the schemas say anew since the last release; with --check it fails where one is needed.

import { fileURLToPath } from "node:url";
import { runChangeset } from "./run-changeset.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
process.exitCode = runChangeset(process.argv.slice(2), { root, log: console.log, error: console.error });
