import type { Command } from "../behavior.js";

/** `auth`: needs authentication until the next message. */
export const auth: Command = {
  takes: "nothing",
  async run({ isFollowUp }) {
    if (isFollowUp) return;
    return { state: "TASK_STATE_AUTH_REQUIRED", message: "Authenticate out of band, then send any message to this task." };
  },
};
