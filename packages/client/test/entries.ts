import type { Version } from "@a2a/core";

/** A door of the package that pages import from. */
export interface Entry {
  readonly name: string;
  /** What a page may load at once: everything it exports, bundled and split, minified and compressed with gzip. */
  readonly maxBytes: number;
  /** The versions of the protocol that it speaks. */
  readonly versions: readonly Version[];
}

/** The doors that pages import from. */
export const entries: readonly Entry[] = [
  { name: "@a2a/client/v1.0", maxBytes: 24.25 * 1024, versions: ["1.0"] },
  { name: "@a2a/client/v1.1", maxBytes: 26 * 1024, versions: ["1.1", "1.0"] },
  { name: "@a2a/client", maxBytes: 33.75 * 1024, versions: ["1.0", "0.3", "0.1"] },
];
