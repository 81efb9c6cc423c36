import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-0.3/server/express";
import { A2AService, grpcService } from "sdk-0.3/server/grpc";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import { openGrpcServer } from "./open-grpc-server.js";
import type { PeerBinding, PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";

/** Serves by SDK 0.3 until `close`: one binding, the card at /.well-known/agent-card.json on express. */
export function serveSdk03(performer?: Performer, binding: PeerBinding = "JSONRPC"): Promise<PeerServer> {
  const handlerAt = (url: string): DefaultRequestHandler => {
    const card = { ...kindCard("SDK 0.3", url), protocolVersion: "0.3.0", preferredTransport: binding };
    return new DefaultRequestHandler(card, new InMemoryTaskStore(), createKindExecutor(performer));
  };
  const userBuilder = UserBuilder.noAuthentication;
  if (binding === "GRPC")
    return openGrpcServer(({ app, address, grpc }) => {
      const requestHandler = handlerAt(address);
      app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
      grpc.addService(A2AService, grpcService({ requestHandler, userBuilder }));
    });
  return openServer((app, url) => {
    const requestHandler = handlerAt(url);
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
    const options = { requestHandler, userBuilder };
    app.use("/", binding === "JSONRPC" ? jsonRpcHandler(options) : restHandler(options));
  });
}
