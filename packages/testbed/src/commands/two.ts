import type { Command } from "../behavior.js";
import { namedArtifact } from "../named-artifact.js";

/** `two`: artifacts `a` and `b`. */
export const two: Command = {
  takes: "nothing",
  async *run() {
    yield namedArtifact("a", "a");
    yield namedArtifact("b", "b");
  },
};
