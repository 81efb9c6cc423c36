import type { Command } from "../behavior.js";

/** `stubborn MS`: works so long, whatever its signal says. */
export const stubborn: Command = {
  takes: { least: 1, most: 1 },
  async run({ wait, numbers: [ms = 0] }) {
    await wait(ms, new AbortController().signal);
  },
};
