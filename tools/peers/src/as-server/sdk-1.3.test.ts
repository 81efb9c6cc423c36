// @a2a-js/sdk 1.3.0 as a server for our client: JSON-RPC on express, the card at /.well-known/agent-card.json; in 1.0, its own version, and in 0.3,
// which it speaks besides where that is switched on.

import { connect } from "@a2a/client";
import type { Version } from "@a2a/core";
import type { AgentExecutor } from "sdk-1.3/server";
import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-1.3/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "sdk-1.3/server/express";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation } from "../conversation.js";
import { caseCard, caseOrder, caseStage } from "./case-stage.js";
import { openServer } from "./open-server.js";
import { adaptOurs } from "./our-client.js";
import { createHolds, perform } from "./perform.js";

async function open(version: Version): ReturnType<Pair["open"]> {
  const holds = createHolds();
  const executor: AgentExecutor = {
    execute: (context, bus) =>
      perform(
        caseOrder(context, holds),
        caseStage(context, (event) => bus.publish(event)),
      ),
    cancelTask: async (taskId) => holds.release(taskId),
  };
  const legacyCompat = { enabled: version === "0.3" };
  const server = await openServer((app, url) => {
    const requestHandler = new DefaultRequestHandler(caseCard("SDK 1.3", url, [version]), new InMemoryTaskStore(), executor);
    app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
    app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }));
  });
  return { client: adaptOurs(await connect(server.url)), close: server.close };
}

const v10: Pair = {
  open: () => open("1.0"),
  agentName: "SDK 1.3",
  final: "",
  historyOfAnswered: ["ask Which colour?", "Which colour?", "blue"],
  terminalCode: -32004,
  resumed: ["task input-required: Which colour?", "working", 'artifact ["got: blue"] last', "completed"],
};

const v03: Pair = { ...v10, open: () => open("0.3") };

describe("our client speaks 1.0 to SDK 1.3:", () => describeConversation(v10));

describe("our client speaks 0.3 to SDK 1.3:", () => describeConversation(v03));
