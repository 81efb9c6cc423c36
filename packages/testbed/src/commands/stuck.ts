import type { Command } from "../behavior.js";
import { wait } from "../wait.js";

/** `stuck MS`: works so long and refuses to be canceled. */
export const stuck: Command = {
  takes: { least: 1, most: 1 },
  refusesCancel: true,
  async run({ turn, numbers: [ms = 0] }) {
    await wait(ms, turn.signal);
  },
};
