import type { Command } from "../behavior.js";

/** `hold [MS]`: works so long, 20 seconds where nothing is said. */
export const hold: Command = {
  takes: { least: 0, most: 1 },
  async run({ wait, numbers: [ms = 20_000] }) {
    await wait(ms);
  },
};
