import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `echo T`: an artifact with T; of any other message an artifact with its parts. */
export const echo: Command = {
  takes: "words",
  async run({ turn, words }) {
    return namedArtifact("echo", words || turn.message.parts);
  },
};
