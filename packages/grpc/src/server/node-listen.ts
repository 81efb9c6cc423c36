import type { Server as NetServer, Socket } from "node:net";
import { createServer } from "node:net";
import { LocalError } from "@a2a/core";
import type { Server } from "@grpc/grpc-js";
import { ServerCredentials } from "@grpc/grpc-js";
import type { CompleteGrpcOptions, GrpcTls } from "./options.js";

/** A port that is listened at. */
export interface Listener {
  readonly port: number;
  /** Takes no more connections, and waits for the end of those that there are. */
  stop(): Promise<void>;
  /** Cuts the connections that there are. */
  cut(): void;
}

/**
 * Lets a server listen. The connections are ours and not those of grpc-js, which waits for clients to close them, whatever it is told.
 *
 * @throws LocalError `NETWORK` where the port is taken or not allowed
 */
export async function listen(server: Server, { host, port, tls }: Pick<CompleteGrpcOptions, "host" | "port" | "tls">): Promise<Listener> {
  const connections = server.createConnectionInjector(tls ? credentialsOf(tls) : ServerCredentials.createInsecure());
  const sockets = new Set<Socket>();
  const net = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    connections.injectConnection(socket);
  });
  await new Promise<void>((resolve, reject) => {
    net.once("error", (error: NodeJS.ErrnoException) => reject(new LocalError("NETWORK", whyNot(error, host, port), { cause: error })));
    net.listen(port, host, resolve);
  });
  return {
    port: portOf(net),
    stop: () => new Promise((resolve) => net.close(() => resolve())),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Host and port, as gRPC names an address. */
export function addressOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function credentialsOf({ cert, key, ca, requireClientCertificate = false }: GrpcTls): ServerCredentials {
  const pair = { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) };
  return ServerCredentials.createSsl(ca === undefined ? null : Buffer.from(ca), [pair], requireClientCertificate);
}

function portOf(net: NetServer): number {
  const address = net.address();
  return typeof address === "object" && address ? address.port : 0;
}

function whyNot({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") return `port ${port} of ${host} is already in use`;
  if (code === "EACCES") return `port ${port} of ${host} is not allowed`;
  return `cannot listen on ${host}, port ${port}`;
}
