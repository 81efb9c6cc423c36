// `npm run spec:diff -- v0.3 v1.0` says what differs between two versions, or two states of schema/, and what that demands of a release.

import { fileURLToPath } from "node:url";
import { runDiff } from "./run-diff.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
process.exitCode = runDiff(process.argv.slice(2), { root, log: console.log, error: console.error });
