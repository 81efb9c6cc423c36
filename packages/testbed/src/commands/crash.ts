import type { Command } from "../behavior.js";

/** `crash`: loses its run as if the process had died; a message to the task that is left goes on with it. */
export const crash: Command = {
  takes: "nothing",
  async run({ isFollowUp, lose }) {
    if (!isFollowUp) lose();
  },
};
