import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { LocalError } from "@a2a/core";

/**
 * SQLite makes a file, and no folder for it; its own words for that are a number.
 *
 * @throws LocalError `STORAGE` where the folder of a file is not there
 */
export function assertFolder(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new LocalError("STORAGE", `SQLite file ${file} cannot be opened: there is no folder ${folder}`);
}
