import type { Version } from "@a2a/core";

/** A door of the package that pages import from. */
export interface Entry {
  readonly name: string;
  /** What a page may load at once: everything it exports, bundled and split, minified and compressed with gzip. */
  readonly maxBytes: number;
  /** What it may have loaded in all once it has sent a message to an agent of the newest version, over JSON-RPC, and followed the task. */
  readonly maxBytesInUse: number;
  /** The same in one file, with everything that a page may need. */
  readonly maxBytesWhole: number;
  /** The versions of the protocol that it speaks. */
  readonly versions: readonly Version[];
}

/** The doors that pages import from. */
export const entries: readonly Entry[] = [
  { name: "@a2a/client/v1.0", maxBytes: 12_000, maxBytesInUse: 28_000, maxBytesWhole: 28_000, versions: ["1.0"] },
  { name: "@a2a/client/v1.1", maxBytes: 13_000, maxBytesInUse: 32_500, maxBytesWhole: 30_000, versions: ["1.1", "1.0"] },
  { name: "@a2a/client", maxBytes: 14_000, maxBytesInUse: 31_000, maxBytesWhole: 44_000, versions: ["1.0", "0.3", "0.1"] },
];
