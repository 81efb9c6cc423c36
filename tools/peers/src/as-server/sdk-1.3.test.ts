// @a2a-js/sdk 1.3.0 as a server for our client: in 1.0, its own version, and in 0.3.

import { connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, file, json, openPair } from "../conversation.js";
import { adaptOurs } from "./our-client.js";
import { perform } from "./perform.js";
import { serveSdk13 } from "./sdk-1.3-server.js";

const v10: Pair = {
  serve: () => serveSdk13("1.0"),
  connect: async (url) => adaptOurs(await connect(url)),
  agentName: "SDK 1.3",
  final: "",
  historyOfAnswered: ["ask Which colour?", "Which colour?", "blue"],
  terminalCode: -32004,
  resumed: ["task input-required: Which colour?", "working", 'artifact ["got: blue"] last', "completed"],
};

const v03: Pair = { ...v10, serve: () => serveSdk13("0.3") };

const v10OverRest: Pair = { ...v10, serve: () => serveSdk13("1.0", perform, "HTTP+JSON") };

// The SDK leaves out names of files in the protobuf of 0.3, over HTTP+JSON and gRPC.
const v03OverRest: Pair = { ...v10, carries: [json, { ...file, name: "" }], serve: () => serveSdk13("0.3", perform, "HTTP+JSON") };

const overGrpc: Pair["connect"] = async (url) => adaptOurs(await connect(url, { transports: [grpc()], bindings: ["GRPC"] }));

const v10OverGrpc: Pair = { ...v10, serve: () => serveSdk13("1.0", perform, "GRPC"), connect: overGrpc };

const v03OverGrpc: Pair = {
  ...v03OverRest,
  serve: () => serveSdk13("0.3", perform, "GRPC"),
  connect: overGrpc,
  // The SDK takes a `history_length` that is not there for none at all (its taskQueryParams hands on the 0 of protobuf).
  historyOfAnswered: [],
};

describe("our client speaks 1.0 to SDK 1.3:", () => {
  describeConversation(v10);

  // The SDK wants the task at the beginning of every turn, and what an agent has at hand is the task as it waited. That is not the end of its stream.
  test("a stream that begins with the task as it waited is left open while the agent thinks", async () => {
    let decide: () => void = () => undefined;
    const thought = new Promise<void>((resolve) => (decide = resolve));
    const { client } = await openPair({ ...v10, serve: () => serveSdk13("1.0", (order, stage) => perform({ ...order, thought }, stage)) });
    const asked = await client.send(["ask Which colour?"]);
    if ("reply" in asked) throw new TypeError("a reply instead of a task");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = client.stream(["blue"], { taskId: asked.id });
    const events = [(await stream.next()).value];
    const next = stream.next();
    await vi.advanceTimersByTimeAsync(60_000);
    decide();
    for (let { done, value } = await next; !done; { done, value } = await stream.next()) events.push(value);
    expect(events).toEqual(v10.resumed);
  });
});

describe("our client speaks 0.3 to SDK 1.3:", () => describeConversation(v03));
describe("our client speaks 1.0 over HTTP+JSON to SDK 1.3:", () => describeConversation(v10OverRest));
describe("our client speaks 0.3 over HTTP+JSON to SDK 1.3:", () => describeConversation(v03OverRest));
describe("our client speaks 1.0 over gRPC to SDK 1.3:", () => describeConversation(v10OverGrpc));
describe("our client speaks 0.3 over gRPC to SDK 1.3:", () => describeConversation(v03OverGrpc));
