import { data } from "@a2a/core";
import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `datalist`: an artifact with data that is no object, `[1,2,3]`. */
export const datalist: Command = {
  takes: "nothing",
  async run() {
    return namedArtifact("datalist", data([1, 2, 3]));
  },
};
