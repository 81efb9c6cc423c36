import type { Server, ServerResponse } from "node:http";
import { createServer as createHttpServer } from "node:http";
import type { ServerOptions } from "node:https";
import { createServer as createHttpsServer } from "node:https";
import { LocalError } from "@a2a/core";
import { assertPositive } from "../assert-positive.js";
import { given } from "../given.js";
import { assertPort } from "./assert-port.js";
import type { NodeHandler } from "./node-handler.js";
import { onceOver } from "./node-once-over.js";

/** Where a server listens. */
export interface ListenOptions {
  /** Default 4100; 0 takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Serves https. */
  readonly tls?: ListenTls;
  /**
   * Hosts that requests may be sent to besides this machine, without ports: others are refused. Default: none where it listens at an address of this
   * machine alone and has no `publicUrl`, else any.
   */
  readonly allowedHosts?: readonly string[];
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

/** How connections are encrypted. */
export interface ListenTls {
  /** Certificate in PEM. */
  readonly cert: string | Uint8Array;
  /** Its key in PEM. */
  readonly key: string | Uint8Array;
  /** The authorities that sign the certificates of clients, in PEM. */
  readonly ca?: string | Uint8Array;
  /**
   * Whether clients are asked for a certificate; default false. Who has none that an authority of `ca` has signed is served all the same: the card says what
   * takes one.
   */
  readonly requestCert?: boolean;
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
 * @throws TypeError for a port that there cannot be, and for certificates that nobody could have signed; LocalError `NETWORK` where the port is taken or not allowed
 */
export async function listen(handler: NodeHandler, options: ListenOptions): Promise<Listening> {
  const { port, host, tls, ...limits } = completeListenOptions(options);
  const answering = new Set<ServerResponse>();
  const onRequest: (...args: Parameters<NodeHandler>) => void = (request, response) => {
    answering.add(response);
    onceOver(response, () => answering.delete(response));
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

/** Where it listens unless it is told. */
export const usualHost = "127.0.0.1";

/** A certificate that nobody has signed whom the author trusts is none: the request goes on without it. */
function tlsOf({ cert, key, ca, requestCert = false }: ListenTls): ServerOptions {
  // Those that the system knows sign for anybody.
  if (requestCert && ca === undefined) throw new TypeError("tls.requestCert needs tls.ca: who signs the certificates of clients");
  const asking = requestCert && { ca, requestCert, rejectUnauthorized: false };
  // safe: node's types ask for Buffer where any Uint8Array does
  return { cert, key, ...asking } as ServerOptions;
}

type CompleteListenOptions = Required<Omit<ListenOptions, "tls" | "allowedHosts">> & Pick<ListenOptions, "tls">;

const defaults = {
  port: 4100,
  host: usualHost,
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
  const server = tls ? createHttpsServer({ ...tlsOf(tls), ...options }, onRequest) : createHttpServer(options, onRequest);
  server.maxConnections = maxConnections;
  return server;
}

const graceMs = 1000;

/** Lets answers that are being written reach their clients; a client that does not read them is not waited for. */
async function closeServer(server: Server, answering: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.all([...answering].map((response) => new Promise<void>((resolve) => onceOver(response, resolve))));
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
