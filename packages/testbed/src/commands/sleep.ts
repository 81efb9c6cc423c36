import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `sleep MS`: works so long, then one artifact. */
export const sleep: Command = {
  takes: { least: 1, most: 1 },
  async run({ wait, numbers: [ms = 0] }) {
    await wait(ms);
    return namedArtifact("sleep", `slept ${ms} ms`);
  },
};
