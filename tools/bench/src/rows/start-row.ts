import { median } from "../report/median.js";
import type { ServerName } from "../servers/orders.js";
import { withServers } from "./rounds.js";
import type { Row } from "./row.js";
import { sendOne } from "./unary-rows.js";

const least = 5;

/** From the start of the process to its first answer. */
export const startRow: Row = {
  id: "start",
  what: "start to first answer",
  unit: "ms",
  note: "each server is one bundled file",
  targets: [],
  async measure(context) {
    const found = new Map<ServerName, number[]>(context.names.map((name) => [name, []]));
    for (let round = 0; round < Math.max(least, context.rounds); round += 1) {
      for (const [name, values] of found) {
        const start = performance.now();
        await withServers(context, [name], async ([server]) => {
          if (server) await sendOne(server);
          values.push(performance.now() - start);
        });
      }
    }
    return Object.fromEntries([...found].map(([name, values]) => [name, { value: median(values) }]));
  },
};
