// @a2a-js/sdk 0.3.14 as a server for our client.

import { connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, file, json } from "../conversation.js";
import { adaptOurs } from "./our-client.js";
import { serveSdk03 } from "./sdk-0.3-server.js";

const pair: Pair = {
  serve: () => serveSdk03(),
  connect: async (url) => adaptOurs(await connect(url)),
  agentName: "SDK 0.3",
  final: "",
  // The SDK drops the history where no `historyLength` is asked for (`task.history = []` in its getTask).
  historyOfAnswered: [],
  terminalCode: -32600,
  resumed: ["working", 'artifact ["got: blue"] last', "completed"],
};

// The SDK leaves out names of files over HTTP+JSON.
const overRest: Pair = { ...pair, carries: [json, { ...file, name: "" }], serve: () => serveSdk03(undefined, "HTTP+JSON") };

const overGrpc: Pair = {
  ...pair,
  serve: () => serveSdk03(undefined, "GRPC"),
  connect: async (url) => adaptOurs(await connect(url, { transports: [grpc()], bindings: ["GRPC"] })),
  // The SDK leaves out names of files here too, and makes 0 of null in data (its Value.unwrap knows no null).
  carries: [{ data: { colour: "blue", shades: [1, 2.5, { deep: true }] } }, { ...file, name: "" }],
  // The `historyLength` that it reads is never missing here, but 0, and `slice(-0)` is everything.
  historyOfAnswered: ["ask Which colour?", "Which colour?", "blue"],
  // It says INVALID_ARGUMENT and no more, which is that of params before it is that of requests.
  terminalCode: -32602,
};

describe("our client speaks to SDK 0.3:", () => describeConversation(pair));
describe("our client speaks over HTTP+JSON to SDK 0.3:", () => describeConversation(overRest));
describe("our client speaks over gRPC to SDK 0.3:", () => describeConversation(overGrpc));
