import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.js";

/** Loads a module of this folder as plain JavaScript. */
export async function importAsShipped(file: string): Promise<Record<string, unknown>> {
  const { files, remove } = await bundle([file]);
  try {
    // safe: the namespace of a module is an object by its exports
    return (await import(pathToFileURL(files[0] ?? "").href)) as Record<string, unknown>;
  } finally {
    remove();
  }
}
