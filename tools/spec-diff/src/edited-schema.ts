// For tests: a copy of schema/ in a temporary folder, to change and to compare with the one that is committed.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

/** A copy of `schema/`. */
export interface EditedSchema {
  readonly folder: string;
  /** Puts the copy back to what is committed. */
  reset(): void;
  /** Puts a value into a file, at a path like `$defs.Task`; undefined takes away what is there. */
  edit(file: string, path: string, value?: unknown): void;
  remove(): void;
}

export function editedSchema(): EditedSchema {
  const scratch = mkdtempSync(join(tmpdir(), "a2a-spec-"));
  const folder = join(scratch, "schema");
  const reset = (): void => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(root, "schema"), folder, { recursive: true, filter: (path) => !path.endsWith("examples") });
  };
  reset();
  return {
    folder,
    reset,
    edit: (file, path, value) => editFile(join(folder, file), path, value),
    remove: () => rmSync(scratch, { recursive: true }),
  };
}

function editFile(file: string, path: string, value: unknown): void {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  // safe: tests name paths that exist
  const target = steps.reduce((node, step) => (node as Record<string, unknown>)[step], content) as Record<string, unknown>;
  target[last] = value;
  writeFileSync(file, JSON.stringify(content));
}
