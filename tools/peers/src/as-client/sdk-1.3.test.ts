// @a2a-js/sdk 1.3.0 as a client of our server: in 1.0, its own version, and in 0.3, which it speaks with agents that know no other; over every binding.

import type { TransportFactory } from "sdk-1.3/client";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } from "sdk-1.3/client";
import { GrpcTransportFactory } from "sdk-1.3/client/grpc";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, describeWebhooks } from "../conversation.js";
import { in03, in10, inProtobuf, serveTestbed } from "./our-server.js";
import { adaptSdk13 } from "./sdk-1.3-client.js";

const legacyCompat = { enabled: true };

function v10(transport: TransportFactory): Pair {
  return {
    ...in10,
    serve: () => serveTestbed(),
    connect: async (url) => adaptSdk13(await new ClientFactory({ transports: [transport] }).createFromUrl(url)),
  };
}

function v03(transport: TransportFactory, differences: Partial<Pair> = {}): Pair {
  const factory = new ClientFactory({ transports: [transport], cardResolver: new DefaultAgentCardResolver({ legacyCompat }) });
  return {
    ...in03,
    // The SDK shows its callers the events of 1.0, which have no `final`.
    final: in10.final,
    resumed: in10.resumed,
    ...differences,
    serve: () => serveTestbed({ versions: ["0.3"] }),
    connect: async (url) => adaptSdk13(await factory.createFromUrl(url)),
  };
}

for (const transport of [new JsonRpcTransportFactory(), new RestTransportFactory(), new GrpcTransportFactory()]) {
  describe(`SDK 1.3 speaks 1.0 to our server over ${transport.protocolName}:`, () => {
    describeConversation(v10(transport));
    describeWebhooks(v10(transport));
  });
}

for (const [transport, differences] of [
  [new JsonRpcTransportFactory({ legacyCompat }), {}],
  [new RestTransportFactory({ legacyCompat }), inProtobuf],
  [new GrpcTransportFactory({ legacyCompat }), inProtobuf],
] as const) {
  describe(`SDK 1.3 speaks 0.3 to our server over ${transport.protocolName}:`, () => {
    describeConversation(v03(transport, differences));
    describeWebhooks(v03(transport, differences));
  });
}
