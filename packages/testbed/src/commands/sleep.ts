import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";
import { wait } from "../wait.js";

/** `sleep MS`: works so long, then one artifact. */
export const sleep: Command = {
  takes: { least: 1, most: 1 },
  async run({ turn, numbers: [ms = 0] }) {
    await wait(ms, turn.signal);
    return namedArtifact("sleep", `slept ${ms} ms`);
  },
};
