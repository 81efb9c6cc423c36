import type { Command } from "../behavior.js";
import { wait } from "../wait.js";

/** `authauto MS`: needs authentication, and goes on by itself after so long. */
export const authauto: Command = {
  takes: { least: 1, most: 1 },
  async *run({ turn, numbers: [ms = 0] }) {
    const message = `Authenticate out of band; this task goes on by itself after ${ms} ms.`;
    yield { state: "TASK_STATE_AUTH_REQUIRED", message, continues: true };
    await wait(ms, turn.signal);
    yield { state: "TASK_STATE_WORKING" };
  },
};
