import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Upload } from "./converse.js";

/** Seattle's weather, day by day. */
export const defaultCsv: string = fileURLToPath(new URL("../data/seattle-weather.csv", import.meta.url));

// Base64 makes four bytes of three, and the agent takes requests of 10 MiB.
const maxCsvBytes = 7 * 1024 * 1024;

/** A mistake of the person who started a program: one sentence, no stack. */
export class UsageProblem extends Error {}

/**
 * Reads a file to upload.
 *
 * @throws UsageProblem
 */
export async function readCsv(path: string): Promise<Upload> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new UsageProblem(`${path} cannot be read: ${isMissing ? "there is no such file" : "it is no readable file"}.`);
  }
  if (bytes.length > maxCsvBytes) throw new UsageProblem(`${path} is larger than ${maxCsvBytes / 1024 / 1024} MiB.`);
  return { name: basename(path), bytes };
}
