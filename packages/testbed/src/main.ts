import { LocalError } from "@a2a/core";
import { unreachable } from "@a2a/core/internal";
import type { TaskStore } from "@a2a/server";
import type { StoreAddress } from "@a2a/server/internal";
import type { Listening } from "@a2a/server/node";
import { serve } from "@a2a/server/node";
import { createTestbed } from "./agent.js";
import type { Settings } from "./environment.js";
import { readEnvironment } from "./environment.js";

/** `npm run -s testbed`: serves the testbed as the environment says until SIGTERM or SIGINT; says one line once it answers. */
export async function main(): Promise<void> {
  const read = readEnvironment(process.env);
  if (!read.ok) return giveUp(read.problem);
  try {
    const server = await serveAs(read.settings);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(server));
    process.stdout.write(`listening on ${server.url}\n`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    giveUp(error.message);
  }
}

/** @throws LocalError `NETWORK` where a port is taken; nothing is served then */
async function serveAs({ profile, pushAllow, grpcPort, store: address, ...where }: Settings): Promise<Listening> {
  const store = await openStore(address);
  const testbed = createTestbed({ profile, pushAllow, ...(store && { store }) });
  const server = await serve(testbed, { ...testbed.options, ...where }).catch(async (error: unknown) => {
    await store?.close();
    throw error;
  });
  if (grpcPort === undefined) return server;
  // Its libraries take longer to load than all of the rest.
  const { serveGrpc } = await import("@a2a/grpc/server");
  const { host, publicUrl } = where;
  try {
    const url = publicUrl && grpcPort > 0 ? `${new URL(publicUrl).hostname}:${grpcPort}` : undefined;
    await serveGrpc(server, { port: grpcPort, host, ...(url !== undefined && { url }) });
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Opens a store that is to be reached; undefined for memory. What each of them takes is loaded only where it is asked for. */
async function openStore(address: StoreAddress): Promise<TaskStore | undefined> {
  switch (address.kind) {
    case "memory":
      return undefined;
    case "sqlite":
      return (await import("@a2a/sqlite")).openSqliteStore(address);
    case "postgres":
      return (await import("@a2a/postgres")).openPostgresStore(address);
    default:
      return unreachable(address);
  }
}

function giveUp(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

async function end(server: { close(): Promise<void> }): Promise<void> {
  await server.close();
  // A stubborn command's timer would keep the process for as long as it likes.
  process.exit(0);
}
