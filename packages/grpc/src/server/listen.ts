import { LocalError } from "@a2a/core";
import type { Server } from "@grpc/grpc-js";
import { ServerCredentials } from "@grpc/grpc-js";
import type { CompleteGrpcOptions, GrpcTls } from "./options.js";

/**
 * Lets a server listen. Returns the port.
 *
 * @throws LocalError `NETWORK` where the port is taken or not allowed
 */
export function listen(server: Server, { host, port, tls }: Pick<CompleteGrpcOptions, "host" | "port" | "tls">): Promise<number> {
  const credentials = tls ? credentialsOf(tls) : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(addressOf(host, port), credentials, (error, bound) => {
      if (error) reject(new LocalError("NETWORK", whyNot(error, host, port), { cause: error }));
      else resolve(bound);
    });
  });
}

/** Host and port, as gRPC names an address. */
export function addressOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function credentialsOf({ cert, key, ca, requireClientCertificate = false }: GrpcTls): ServerCredentials {
  const pair = { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) };
  return ServerCredentials.createSsl(ca === undefined ? null : Buffer.from(ca), [pair], requireClientCertificate);
}

function whyNot({ message }: Error, host: string, port: number): string {
  if (message.includes("EADDRINUSE")) return `port ${port} of ${host} is already in use`;
  if (message.includes("EACCES")) return `port ${port} of ${host} is not allowed`;
  return `cannot listen on ${host}, port ${port}`;
}
