import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { holdStream, loadStreams, openStream, readStream } from "../load/load-streams.js";
import { median } from "../report/median.js";
import type { MeasuredServer } from "../server-process.js";
import type { ServerName } from "../servers/orders.js";
import { withServers } from "./rounds.js";
import type { Cells, Row, RowContext } from "./row.js";

const idleStreams = 1000;

// About 285 bytes each, 150 MB together.
const unreadChunks = 530_000;

/** The rows about memory. Every measurement has a process of its own: memory that was used once is not given back reliably. */
export const memoryRows: readonly Row[] = [
  {
    id: "idle",
    what: "memory of an idle stream",
    unit: "KiB",
    targets: [{ atMost: 12 }],
    measure: (context) => measureAlone(context, context.names, kibOfIdleStream),
  },
  {
    id: "unread",
    what: "150 MB that a client never reads",
    unit: "MB more than read",
    note: `one \`stream ${unreadChunks}\`; the official SDK would take hours for it`,
    targets: [{ atMost: 10 }],
    measure: (context) =>
      measureAlone({ ...context, rounds: Math.min(2, context.rounds) }, ["ours", "floor"], async (server, again) => {
        const read = await growthMb(server, readAll);
        const unread = await again((other) => growthMb(other, leaveUnread));
        console.error(`  ${server.name} grew by ${read.toFixed(1)} MB where it was read, by ${unread.toFixed(1)} MB where it was not`);
        return unread - read;
      }),
  },
];

/** Measures with another fresh process of the same server. */
type Again = (measure: (other: MeasuredServer) => Promise<number>) => Promise<number>;

async function measureAlone(
  context: RowContext,
  able: readonly ServerName[],
  measure: (server: MeasuredServer, again: Again) => Promise<number>,
): Promise<Cells> {
  const names = context.names.filter((name) => able.includes(name));
  const found = new Map<ServerName, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < context.rounds; round += 1) {
    for (const [name, values] of found) {
      const alone: Again = (use) => withServers(context, [name], async ([server]) => (server ? use(server) : Number.NaN));
      values.push(await alone((server) => measure(server, alone)));
    }
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, { value: median(values) }]));
}

/** Code is compiled and the young generation has grown before memory is compared. */
async function warmUp({ port }: MeasuredServer): Promise<void> {
  await loadStreams({ port, command: "stream 20", connections: 64, ms: 1500, events: 23 });
}

async function kibOfIdleStream(server: MeasuredServer): Promise<number> {
  await warmUp(server);
  const before = await server.rssBytes();
  const sockets: Socket[] = [];
  try {
    while (sockets.length < idleStreams) {
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => holdStream({ port: server.port, command: "hold 600000" }, 2)))));
    }
    return ((await server.rssBytes()) - before) / 1024 / idleStreams;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function growthMb(server: MeasuredServer, use: (server: MeasuredServer) => Promise<() => void>): Promise<number> {
  await warmUp(server);
  const before = await server.rssBytes();
  const done = await use(server);
  const after = await server.rssBytes();
  done();
  return (after - before) / 1e6;
}

async function readAll({ port }: MeasuredServer): Promise<() => void> {
  await readStream({ port, command: `stream ${unreadChunks}` });
  return () => undefined;
}

async function leaveUnread(server: MeasuredServer): Promise<() => void> {
  const socket = openStream({ port: server.port, command: `stream ${unreadChunks}` });
  socket.on("error", () => undefined);
  socket.pause();
  await untilQuiet(server);
  return () => socket.destroy();
}

/** Waits until a server has nothing more to do. */
async function untilQuiet(server: MeasuredServer): Promise<void> {
  let before = await server.cpuMicros();
  for (let quiet = 0; quiet < 3; ) {
    await pause(200);
    const now = await server.cpuMicros();
    quiet = now - before < 10_000 ? quiet + 1 : 0;
    before = now;
  }
}
