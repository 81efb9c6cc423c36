import type { Version } from "../../generated/versions.js";
import { versions } from "../../generated/versions.js";

/** The version that this folder is about. */
export const version: Version = "0.3";

/** Versions before it that have the same objects. */
export const aliases: readonly string[] = versions.find(({ wire }) => wire === version)?.aliases ?? [];
