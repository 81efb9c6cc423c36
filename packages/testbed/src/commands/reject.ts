import type { Command } from "../behavior.js";

/** `reject T`: rejects the task with T. */
export const reject: Command = {
  takes: "words",
  async run({ words }) {
    return { state: "TASK_STATE_REJECTED", message: words };
  },
};
