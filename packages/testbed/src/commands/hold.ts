import type { Command } from "../behavior.js";
import { wait } from "../wait.js";

/** `hold [MS]`: works so long, 20 seconds where nothing is said. */
export const hold: Command = {
  takes: { least: 0, most: 1 },
  async run({ turn, numbers: [ms = 20_000] }) {
    await wait(ms, turn.signal);
  },
};
