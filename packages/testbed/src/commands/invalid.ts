import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `invalid`: yields what the protocol forbids, an artifact without parts. */
export const invalid: Command = {
  takes: "nothing",
  async run() {
    return namedArtifact("invalid", []);
  },
};
