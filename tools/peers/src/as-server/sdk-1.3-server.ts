import type { Version } from "@a2a/core";
import { LegacyA2AService, legacyGrpcService } from "sdk-1.3/compat/v0_3/server/grpc";
import type { AgentExecutor } from "sdk-1.3/server";
import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-1.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-1.3/server/express";
import { A2AService, grpcService } from "sdk-1.3/server/grpc";
import { caseCard, caseOrder, caseStage } from "./case-stage.js";
import { openGrpcServer } from "./open-grpc-server.js";
import type { PeerBinding, PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";
import { createHolds, perform } from "./perform.js";

/**
 * Serves by SDK 1.3 until `close`: one binding, the card at /.well-known/agent-card.json on express; in 1.0, its own version, or in 0.3, which it
 * speaks besides where that is switched on.
 */
export function serveSdk13(version: Version, performer: Performer = perform, binding: PeerBinding = "JSONRPC"): Promise<PeerServer> {
  const legacyCompat = { enabled: version === "0.3" };
  const handlerAt = (url: string): DefaultRequestHandler => {
    const card = caseCard("SDK 1.3", url, [version]);
    card.supportedInterfaces = card.supportedInterfaces.map((each) => ({ ...each, protocolBinding: binding }));
    return new DefaultRequestHandler(card, new InMemoryTaskStore(), createExecutor(performer));
  };
  const userBuilder = UserBuilder.noAuthentication;
  if (binding === "GRPC")
    return openGrpcServer(({ app, address, grpc }) => {
      const requestHandler = handlerAt(address);
      app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
      const options = { requestHandler, userBuilder };
      if (version === "0.3") grpc.addService(LegacyA2AService, legacyGrpcService(options));
      else grpc.addService(A2AService, grpcService(options));
    });
  return openServer((app, url) => {
    const requestHandler = handlerAt(url);
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
    const options = { requestHandler, userBuilder, legacyCompat };
    app.use("/", binding === "JSONRPC" ? jsonRpcHandler(options) : restHandler(options));
  });
}

function createExecutor(performer: Performer): AgentExecutor {
  const holds = createHolds();
  return {
    execute: (context, bus) =>
      performer(
        caseOrder(context, holds),
        caseStage(context, (event) => bus.publish(event)),
      ),
    cancelTask: async (taskId) => holds.release(taskId),
  };
}
