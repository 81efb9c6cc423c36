import type { Command } from "../behavior.js";

/** `authauto MS`: needs authentication, and goes on by itself after so long. */
export const authauto: Command = {
  takes: { least: 1, most: 1 },
  async *run({ wait, numbers: [ms = 0] }) {
    const message = `Authenticate out of band; this task goes on by itself after ${ms} ms.`;
    yield { state: "TASK_STATE_AUTH_REQUIRED", message, continues: true };
    await wait(ms);
    yield { state: "TASK_STATE_WORKING" };
  },
};
