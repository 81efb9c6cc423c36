import type { Command } from "../behavior.js";

/** `stuck MS`: works so long and refuses to be canceled. */
export const stuck: Command = {
  takes: { least: 1, most: 1 },
  refusesCancel: true,
  async run({ wait, numbers: [ms = 0] }) {
    await wait(ms);
  },
};
