import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `context`: an artifact with the number of tasks that the context has had, this one included. */
export const context: Command = {
  takes: "nothing",
  async run({ turn }) {
    return namedArtifact("context", String(await turn.contextTaskCount()));
  },
};
