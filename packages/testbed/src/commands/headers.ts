import { data } from "@a2a/core";
import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `headers`: an artifact with the service parameters and the activated extensions. */
export const headers: Command = {
  takes: "nothing",
  async run({ turn: { parameters, extensions } }) {
    return namedArtifact("headers", data({ parameters, extensions }));
  },
};
