import { file as filePart } from "@a2a/core";
import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

// Base64 of more comes near the longest string that engines have.
const maxBytes = 64 * 1024 * 1024;

/** `file BYTES`: an artifact with so many pseudo-random bytes, the same each time. */
export const file: Command = {
  takes: { least: 1, most: 1 },
  async run({ numbers: [length = 0] }) {
    if (length > maxBytes) return { state: "TASK_STATE_REJECTED", message: `file makes at most ${maxBytes} bytes.` };
    return namedArtifact("file", filePart(pseudoRandomBytes(length), { mediaType: "application/octet-stream" }));
  },
};

/** The upper bytes of a linear congruential generator (Numerical Recipes), seeded with 1. */
function pseudoRandomBytes(length: number): Uint8Array {
  let state = 1;
  return new Uint8Array(length).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
