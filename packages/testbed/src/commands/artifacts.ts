import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `artifacts N`: N artifacts, `a0`, `a1` and so on. */
export const artifacts: Command = {
  takes: { least: 1, most: 1 },
  async *run({ turn, numbers: [count = 0] }) {
    for (let at = 0; at < count; at += 1) {
      turn.signal.throwIfAborted();
      yield namedArtifact(`a${at}`, `a${at}`);
    }
  },
};
