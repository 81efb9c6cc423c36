import type { Server, ServerResponse } from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { LocalError } from "@a2a/core";
import { assertPositive } from "../assert-positive.js";
import { given } from "../given.js";
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
  /** How long the headers of a request may take to come; default 20 000. */
  readonly headersTimeoutMs?: number;
  /** How long a whole request may take to come, its body included; default 120 000. How long its answer takes is another matter. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept; default 5000, as Node has it. Behind a proxy it has to be longer than that one's. */
  readonly keepAliveTimeoutMs?: number;
  /** Longest headers of a request, all together; default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Connections that may be open at a time; default 20 000. */
  readonly maxConnections?: number;
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
export async function listen(handler: NodeHandler, options: ListenOptions): Promise<Listening> {
  const { port, host, tls, ...limits } = completeListenOptions(options);
  const answering = new Set<ServerResponse>();
  const onRequest: (...args: Parameters<NodeHandler>) => void = (request, response) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
    handler(request, response).catch(() => response.destroy());
  };
  const server = createServer(tls, limits, onRequest);
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

type CompleteListenOptions = Required<Omit<ListenOptions, "tls">> & Pick<ListenOptions, "tls">;

const defaults = {
  port: 4100,
  host: "127.0.0.1",
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 5000,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 20_000,
} as const;

function completeListenOptions(options: ListenOptions): CompleteListenOptions {
  const complete: CompleteListenOptions = { ...defaults, ...given(options) };
  assertPort(complete.port);
  for (const name of ["headersTimeoutMs", "requestTimeoutMs", "keepAliveTimeoutMs", "maxHeaderBytes", "maxConnections"] as const) {
    assertPositive(name, complete[name]);
  }
  return complete;
}

// How often Node looks for connections that are late: without it twice a minute, whatever the timeouts.
const checkEveryMs = 5000;

/** Clients that send their requests byte by byte, or nothing at all, are cut off: as Node answers them. */
function createServer(
  tls: ListenOptions["tls"],
  limits: Omit<CompleteListenOptions, "port" | "host" | "tls">,
  onRequest: (...args: Parameters<NodeHandler>) => void,
): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxHeaderBytes, maxConnections } = limits;
  const options = {
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    connectionsCheckingInterval: Math.min(checkEveryMs, headersTimeoutMs, requestTimeoutMs),
  };
  // safe: node's types ask for Buffer where any Uint8Array does
  const own = tls as { cert: string; key: string } | undefined;
  const server = own ? createHttpsServer({ ...own, ...options }, onRequest) : createHttpServer(options, onRequest);
  server.maxConnections = maxConnections;
  return server;
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
