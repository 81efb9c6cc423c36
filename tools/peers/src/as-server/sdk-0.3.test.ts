// @a2a-js/sdk 0.3.14 as a server for our client.

import { connect } from "@a2a/client";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation } from "../conversation.js";
import { adaptOurs } from "./our-client.js";
import { serveSdk03 } from "./sdk-0.3-server.js";

const pair: Pair = {
  serve: serveSdk03,
  connect: async (url) => adaptOurs(await connect(url)),
  agentName: "SDK 0.3",
  final: "",
  // The SDK drops the history where no `historyLength` is asked for (`task.history = []` in its getTask).
  historyOfAnswered: [],
  terminalCode: -32600,
  resumed: ["working", 'artifact ["got: blue"] last', "completed"],
};

describe("our client speaks to SDK 0.3:", () => describeConversation(pair));
