import { Server, ServerCredentials } from "@grpc/grpc-js";
import type express from "express";
import type { PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";

/** What a peer has for gRPC: the application that its card is on, the host and port that the card has to name, and where its service is added. */
export interface GrpcStage {
  readonly app: ReturnType<typeof express>;
  readonly address: string;
  readonly grpc: Server;
}

/** Serves gRPC on this machine, and an express application for the card, at the URL that is returned. */
export async function openGrpcServer(mount: (stage: GrpcStage) => void): Promise<PeerServer> {
  const grpc = new Server();
  const port = await new Promise<number>((resolve, reject) => {
    grpc.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const { url, close } = await openServer((app) => mount({ app, address: `127.0.0.1:${port}`, grpc }));
  return {
    url,
    async close() {
      grpc.forceShutdown();
      await close();
    },
  };
}
