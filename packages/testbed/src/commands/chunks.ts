import type { Command } from "../behavior.js";
import { chunkedArtifact } from "../chunked-artifact.js";

/** `chunks N`: an artifact in N chunks, `c1`, `c2` and so on. */
export const chunks: Command = {
  takes: { least: 1, most: 1 },
  run({ turn: { signal }, numbers: [count = 0] }) {
    return chunkedArtifact("out", { count, signal, textOf: (at) => `c${at + 1}` });
  },
};
