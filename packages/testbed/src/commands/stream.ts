import type { Command } from "../behavior.js";
import { chunkedArtifact } from "../chunked-artifact.js";

/** `stream N [DELAY_MS]`: an artifact in N chunks, `token 0 `, `token 1 ` and so on. */
export const stream: Command = {
  takes: { least: 1, most: 2 },
  run({ turn: { signal }, wait, numbers: [count = 0, delayMs = 0] }) {
    return chunkedArtifact("out", { count, signal, ...(delayMs > 0 && { pause: () => wait(delayMs) }), textOf: (at) => `token ${at} ` });
  },
};
