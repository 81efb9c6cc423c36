import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "sdk-0.3/server/express";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import type { PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";

/** Serves by SDK 0.3 until `close`: JSON-RPC on express, the card at /.well-known/agent-card.json. */
export function serveSdk03(performer?: Performer): Promise<PeerServer> {
  return openServer((app, url) => {
    const card = { ...kindCard("SDK 0.3", url), protocolVersion: "0.3.0" };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), createKindExecutor(performer));
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
    app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  });
}
