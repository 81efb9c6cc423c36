import type { Server, ServerResponse } from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { LocalError } from "@a2a/core";
import { assertPort } from "./assert-port.js";
import type { NodeHandler } from "./node-handler.js";

/** Where a server listens. */
export interface ListenOptions {
  /** Default 4100; 0 takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Certificate and key in PEM: serves https. */
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array };
}

/** A server that listens. */
export interface Listening {
  /** Where it answers. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends open connections, at once where nothing is being answered, else within a second. */
  close(): Promise<void>;
}

/**
 * Listens with `node:http` or `node:https`.
 *
 * @throws TypeError for a port that there cannot be; LocalError `NETWORK` where the port is taken or not allowed
 */
export async function listen(handler: NodeHandler, { port = 4100, host = "127.0.0.1", tls }: ListenOptions): Promise<Listening> {
  assertPort(port);
  const answering = new Set<ServerResponse>();
  const onRequest: (...args: Parameters<NodeHandler>) => void = (request, response) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
    handler(request, response).catch(() => response.destroy());
  };
  // safe: node's types ask for Buffer where any Uint8Array does
  const server = tls ? createHttpsServer(tls as { cert: string; key: string }, onRequest) : createHttpServer(onRequest);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new LocalError("NETWORK", whyNot(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
  });
  const bound = portOf(server);
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `${tls ? "https" : "http"}://${name}:${bound}`,
    port: bound,
    close: () => closeServer(server, answering),
  };
}

const graceMs = 1000;

/** Lets answers that are being written reach their clients; a client that does not read them is not waited for. */
async function closeServer(server: Server, answering: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.all([...answering].map((response) => new Promise<void>((resolve) => response.once("close", () => resolve()))));
  clearTimeout(cut);
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function whyNot({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") return `port ${port} of ${host} is already in use`;
  if (code === "EACCES") return `port ${port} of ${host} is not allowed`;
  return `cannot listen on ${host}, port ${port}`;
}
