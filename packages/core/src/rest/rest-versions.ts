import type { Version } from "../generated/versions.js";

/** The versions that have an HTTP+JSON binding, newest first, but for previews: known before their tables are loaded. */
export const restVersions: readonly Version[] = ["1.0", "0.3"];
