import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { A2ARequestHandler } from "@a2a-js/sdk/server";
import { jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

/** Serves the official SDK as its README shows it; resolves with the port. */
export async function serveOfficial(requestHandler: A2ARequestHandler): Promise<number> {
  const app = express();
  app.use("/rest", restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } }));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  // safe: a server that listens on a port has an address with one
  return (server.address() as AddressInfo).port;
}
