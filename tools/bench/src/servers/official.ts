import type { AddressInfo } from "node:net";
import { jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { answerOrders } from "./answer-orders.js";
import { requestHandler } from "./official-agent.js";

// The official SDK as its README shows it.

const app = express();
app.use("/rest", restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } }));
const server = app.listen(0, "127.0.0.1", () => {
  // safe: a server that listens on a port has an address with one
  answerOrders((server.address() as AddressInfo).port);
});
