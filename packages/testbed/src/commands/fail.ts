import type { Command } from "../behavior.js";

/** `fail T`: fails with T. */
export const fail: Command = {
  takes: "words",
  async run({ words }) {
    return { state: "TASK_STATE_FAILED", message: words };
  },
};
