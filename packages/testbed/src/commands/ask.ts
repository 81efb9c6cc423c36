import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `ask T`: asks T and tells what the next message was. */
export const ask: Command = {
  takes: "words",
  async run({ turn, words, isFollowUp }) {
    if (isFollowUp) return namedArtifact("answer", `got: ${turn.text}`);
    return { state: "TASK_STATE_INPUT_REQUIRED", message: words };
  },
};
