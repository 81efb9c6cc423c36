import type { AddressInfo } from "node:net";
import type { A2ARequestHandler } from "@a2a-js/sdk/server";
import { jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { answerOrders } from "./answer-orders.js";

/** Serves the official SDK as its README shows it. */
export function serveOfficial(requestHandler: A2ARequestHandler): void {
  const app = express();
  app.use("/rest", restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } }));
  const server = app.listen(0, "127.0.0.1", () => {
    // safe: a server that listens on a port has an address with one
    answerOrders((server.address() as AddressInfo).port);
  });
}
