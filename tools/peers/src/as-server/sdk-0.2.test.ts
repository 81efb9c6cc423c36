// @a2a-js/sdk 0.2.5 as a server for our client. Its cards cannot name their version.

import { connect } from "@a2a/client";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation } from "../conversation.js";
import { adaptOurs } from "./our-client.js";
import { serveSdk02 } from "./sdk-0.2-server.js";

const pair: Pair = {
  serve: serveSdk02,
  connect: async (url) => adaptOurs(await connect(url)),
  agentName: "SDK 0.2",
  final: "",
  // The SDK drops the history where no `historyLength` is asked for (`task.history = []` in its getTask).
  historyOfAnswered: [],
  // The SDK answers with what is stored when its agent has been told, not when the agent has obeyed (its cancelTask loads the task at once).
  cancelAnswers: "working",
  terminalCode: -32600,

  resumed: ["working", 'artifact ["got: blue"] last', "completed"],
};

describe("our client speaks to SDK 0.2:", () => {
  describeConversation(pair);

  test("an agent is found where only its version's older path has a card", async () => {
    const server = await serveSdk02();
    onTestFinished(server.close);
    expect((await connect(server.url, { versions: ["0.3"] })).card.name).toBe("SDK 0.2");
  });
});
