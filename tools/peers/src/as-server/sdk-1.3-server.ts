import type { Version } from "@a2a/core";
import type { AgentExecutor } from "sdk-1.3/server";
import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-1.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "sdk-1.3/server/express";
import { caseCard, caseOrder, caseStage } from "./case-stage.js";
import type { HttpBinding, PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";
import { createHolds, perform } from "./perform.js";

/**
 * Serves by SDK 1.3 until `close`: one binding on express, the card at /.well-known/agent-card.json; in 1.0, its own version, or in 0.3, which it
 * speaks besides where that is switched on.
 */
export function serveSdk13(version: Version, performer: Performer = perform, binding: HttpBinding = "JSONRPC"): Promise<PeerServer> {
  const holds = createHolds();
  const executor: AgentExecutor = {
    execute: (context, bus) =>
      performer(
        caseOrder(context, holds),
        caseStage(context, (event) => bus.publish(event)),
      ),
    cancelTask: async (taskId) => holds.release(taskId),
  };
  const legacyCompat = { enabled: version === "0.3" };
  return openServer((app, url) => {
    const card = caseCard("SDK 1.3", url, [version]);
    card.supportedInterfaces = card.supportedInterfaces.map((each) => ({ ...each, protocolBinding: binding }));
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
    const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat };
    app.use("/", binding === "JSONRPC" ? jsonRpcHandler(options) : restHandler(options));
  });
}
