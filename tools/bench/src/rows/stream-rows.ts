import { loadStreams } from "../load/load-streams.js";
import { median } from "../report/median.js";
import type { MeasuredServer } from "../server-process.js";
import { serverNames } from "../servers/orders.js";
import { measureThroughput, withServers } from "./rounds.js";
import type { Cells, Row, RowContext } from "./row.js";

// The task, working and completed.
const eventsBesidesChunks = 3;

/** The rows about how fast streams are. */
export const streamRows: readonly Row[] = [
  {
    id: "streams",
    what: "16 streams of 500 chunks",
    unit: "events/s",
    targets: [
      { against: "floor", atLeast: 0.5 },
      { against: "official", atLeast: 75 },
    ],
    measure: (context) =>
      measureThroughput(context, {
        servers: serverNames,
        prepare: async (server) => (ms) => loadChunks(server, { chunks: 500, connections: 16, ms }),
      }),
  },
  {
    id: "growth",
    what: "CPU of 4000 chunks : 1000 chunks",
    unit: "x",
    targets: [{ atMost: 4.5 }],
    measure: (context) => withServers(context, context.names, (servers) => measureGrowth(context, servers)),
  },
];

/** How streams are asked for. */
export interface Order {
  readonly chunks: number;
  readonly connections: number;
  readonly ms: number;
}

/** Reads streams of chunks. */
export function loadChunks({ port }: MeasuredServer, { chunks, connections, ms }: Order): ReturnType<typeof loadStreams> {
  return loadStreams({ port, command: `stream ${chunks}`, connections, ms, events: chunks + eventsBesidesChunks });
}

async function measureGrowth({ rounds, roundMs }: RowContext, servers: readonly MeasuredServer[]): Promise<Cells> {
  const ratios = new Map<MeasuredServer, number[]>(servers.map((server) => [server, []]));
  for (const server of servers) await loadChunks(server, { chunks: 1000, connections: 1, ms: roundMs / 2 });
  for (let round = 0; round < rounds; round += 1) {
    for (const [server, found] of ratios) {
      // One round takes a server whose time grows with the square of the chunks as long as all others take together.
      if (server.name === "official" && round > 0) continue;
      const short = await cpuOfStream(server, 1000, roundMs / 4);
      found.push((await cpuOfStream(server, 4000, roundMs / 2)) / short);
    }
  }
  return Object.fromEntries([...ratios].map(([{ name }, found]) => [name, { value: median(found) }]));
}

async function cpuOfStream(server: MeasuredServer, chunks: number, ms: number): Promise<number> {
  const before = await server.cpuMicros();
  const { count } = await loadChunks(server, { chunks, connections: 1, ms });
  return (((await server.cpuMicros()) - before) / count) * (chunks + eventsBesidesChunks);
}
