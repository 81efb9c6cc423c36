import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `whoami`: an artifact with the caller's name. */
export const whoami: Command = {
  takes: "nothing",
  async run({ turn }) {
    return namedArtifact("whoami", turn.caller.user ?? "anonymous");
  },
};
