// @a2a-js/sdk 0.3.14 as a server for our client: JSON-RPC on express, the card at /.well-known/agent-card.json.

import { connect } from "@a2a/client";
import { DefaultRequestHandler, InMemoryTaskStore } from "sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "sdk-0.3/server/express";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation } from "../conversation.js";
import { createKindExecutor, kindCard } from "./kind-stage.js";
import { openServer } from "./open-server.js";
import { adaptOurs } from "./our-client.js";

const pair: Pair = {
  serve() {
    return openServer((app, url) => {
      const card = { ...kindCard("SDK 0.3", url), protocolVersion: "0.3.0" };
      const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), createKindExecutor());
      app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
      app.use("/", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
    });
  },
  connect: async (url) => adaptOurs(await connect(url)),
  agentName: "SDK 0.3",
  final: "",
  // The SDK drops the history where no `historyLength` is asked for (`task.history = []` in its getTask).
  historyOfAnswered: [],
  terminalCode: -32600,
  resumed: ["working", 'artifact ["got: blue"] last', "completed"],
};

describe("our client speaks to SDK 0.3:", () => describeConversation(pair));
