import type { Command } from "../behavior.js";

/** `talk N`: N messages on the way, `t1`, `t2` and so on. */
export const talk: Command = {
  takes: { least: 1, most: 1 },
  reportsWorking: false,
  async *run({ turn, numbers: [count = 0] }) {
    for (let at = 1; at <= count; at += 1) {
      turn.signal.throwIfAborted();
      yield { state: "TASK_STATE_WORKING", message: `t${at}` };
    }
  },
};
