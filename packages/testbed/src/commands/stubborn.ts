import type { Command } from "../behavior.js";
import { wait } from "../wait.js";

/** `stubborn MS`: works so long, whatever its signal says. */
export const stubborn: Command = {
  takes: { least: 1, most: 1 },
  async run({ numbers: [ms = 0] }) {
    await wait(ms, new AbortController().signal);
  },
};
