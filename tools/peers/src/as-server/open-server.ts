import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";

/** What a peer serves, as cards name it. */
export type PeerBinding = "JSONRPC" | "HTTP+JSON" | "GRPC";

/** A server of a peer. */
export interface PeerServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an express application on this machine. `mount` gets its address, which a card has to name. */
export async function openServer(mount: (app: ReturnType<typeof express>, url: string) => void): Promise<PeerServer> {
  const app = express();
  // safe: an express application is a listener of requests
  const server = createServer(app as unknown as Parameters<typeof createServer>[1]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // safe: it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  mount(app, url);
  return { url, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
