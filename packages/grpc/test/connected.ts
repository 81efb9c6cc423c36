import type { Client, ConnectOptions } from "@a2a/client";
import { connect } from "@a2a/client";
import type { Version } from "@a2a/core";
import { grpc } from "@a2a/grpc/client";
import type { AgentDefinition, HandlerOptions } from "@a2a/server";
import type { Opened } from "./opened.js";
import { open } from "./opened.js";

// A port that a server of another test has had, and that a connection of that test still waits to reach again, is not to be waited for here.
const channel = { "grpc.use_local_subchannel_pool": 1 };

/** The versions that have a gRPC binding. */
export const grpcVersions = ["1.0", "0.3"] as const satisfies readonly Version[];

/** An agent that is served, and a client that speaks gRPC to it. */
export interface Connected extends Opened {
  readonly client: Client;
}

/** Serves an agent until the test is over, and connects to it over gRPC alone. */
export async function connected(
  definition: AgentDefinition,
  version: Version,
  { served, ...options }: ConnectOptions & { readonly served?: HandlerOptions } = {},
): Promise<Connected> {
  const opened = await open(definition, served);
  return { ...opened, client: await dial(opened, version, options) };
}

/** Connects over gRPC alone. Retries come at once. */
export function dial({ http }: Opened, version: Version, options: ConnectOptions = {}): Promise<Client> {
  const retry = { firstDelayMs: 1, ...options.retry };
  return connect(http.url, { transports: [grpc({ channel })], bindings: ["GRPC"], versions: [version], ...options, retry });
}
