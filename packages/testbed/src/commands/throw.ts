import type { Command } from "../behavior.js";

/** `throw T`: breaks with an error whose text no client may see. */
export const throwing: Command = {
  takes: "words",
  async run({ words }) {
    throw new Error(words);
  },
};
