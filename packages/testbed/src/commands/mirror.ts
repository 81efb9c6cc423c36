import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `mirror`: an artifact with the message's other parts; none where there are none, because an artifact has at least one part. */
export const mirror: Command = {
  takes: "nothing",
  async run({ turn }) {
    const [, ...parts] = turn.message.parts;
    return parts.length > 0 ? namedArtifact("mirror", parts) : undefined;
  },
};
