import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-0.3/server/express";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import type { HttpBinding, PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";

/** Serves by SDK 0.3 until `close`: one binding on express, the card at /.well-known/agent-card.json. */
export function serveSdk03(performer?: Performer, binding: HttpBinding = "JSONRPC"): Promise<PeerServer> {
  return openServer((app, url) => {
    const card = { ...kindCard("SDK 0.3", url), protocolVersion: "0.3.0", preferredTransport: binding };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), createKindExecutor(performer));
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
    const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
    app.use("/", binding === "JSONRPC" ? jsonRpcHandler(options) : restHandler(options));
  });
}
