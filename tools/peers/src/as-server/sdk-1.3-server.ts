import type { Version } from "@a2a/core";
import type { AgentExecutor } from "sdk-1.3/server";
import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-1.3/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "sdk-1.3/server/express";
import { caseCard, caseOrder, caseStage } from "./case-stage.js";
import type { PeerServer } from "./open-server.js";
import { openServer } from "./open-server.js";
import type { Performer } from "./perform.js";
import { createHolds, perform } from "./perform.js";

/**
 * Serves by SDK 1.3 until `close`: JSON-RPC on express, the card at /.well-known/agent-card.json; in 1.0, its own version, or in 0.3, which it
 * speaks besides where that is switched on.
 */
export function serveSdk13(version: Version, performer: Performer = perform): Promise<PeerServer> {
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
    const requestHandler = new DefaultRequestHandler(caseCard("SDK 1.3", url, [version]), new InMemoryTaskStore(), executor);
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
    app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }));
  });
}
