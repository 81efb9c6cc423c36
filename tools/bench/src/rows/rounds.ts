import type { Done } from "../load/load-unary.js";
import { median } from "../report/median.js";
import type { MeasuredServer } from "../server-process.js";
import type { ServerName } from "../servers/orders.js";
import type { Cell, Cells, RowContext } from "./row.js";

/** Starts the servers, does something with them, and ends them whatever happens. */
export async function withServers<T>(
  context: RowContext,
  names: readonly ServerName[],
  use: (servers: readonly MeasuredServer[]) => Promise<T>,
): Promise<T> {
  const servers: MeasuredServer[] = [];
  try {
    for (const name of names) servers.push(await context.start(name));
    return await use(servers);
  } finally {
    await Promise.all(servers.map((server) => server.end()));
  }
}

/** How a row puts load on a server. */
export interface Load {
  /** The servers that know what is asked for. */
  readonly servers: readonly ServerName[];
  /** One whose round takes minutes: it has a single one, and no warm-up. */
  readonly slow?: ServerName;
  /** Made once for each server before its first round. */
  prepare(server: MeasuredServer): Promise<(ms: number) => Promise<Done>>;
}

// The first round of a server is slower for reasons that end: it compiles.
const warmUpMs = 4000;

/** Lets the servers take turns under load: what disturbs the machine for a while disturbs all of them. */
export function measureThroughput(context: RowContext, { servers: able, slow, prepare }: Load): Promise<Cells> {
  const names = context.names.filter((name) => able.includes(name));
  return withServers(context, names, async (servers) => {
    const lanes = await Promise.all(
      servers.map(async (server) => {
        const load = await prepare(server);
        const rounds: Cell[] = [];
        return { server, load, rounds };
      }),
    );
    for (const { server, load } of lanes) if (server.name !== slow) await load(warmUpMs);
    for (let round = 0; round < context.rounds; round += 1) {
      for (const { server, load, rounds } of lanes) {
        if (server.name === slow && round > 0) continue;
        const before = await server.cpuMicros();
        const { count, seconds } = await load(context.roundMs);
        rounds.push({ value: count / seconds, cpuMicros: ((await server.cpuMicros()) - before) / count });
      }
    }
    return Object.fromEntries(lanes.map(({ server, rounds }) => [server.name, cellOf(rounds)]));
  });
}

function cellOf(rounds: readonly Cell[]): Cell {
  return { value: median(rounds.map(({ value }) => value)), cpuMicros: median(rounds.map(({ cpuMicros = 0 }) => cpuMicros)) };
}
