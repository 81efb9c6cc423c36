// @a2a-js/sdk 1.3.0 as a client of our server: in 1.0, its own version, and in 0.3, which it speaks with agents that know no other.

import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "sdk-1.3/client";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, describeWebhooks } from "../conversation.js";
import { in03, in10, serveTestbed } from "./our-server.js";
import { adaptSdk13 } from "./sdk-1.3-client.js";

const legacyCompat = { enabled: true };
const legacyFactory = new ClientFactory({
  transports: [new JsonRpcTransportFactory({ legacyCompat })],
  cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
});

const v10: Pair = {
  ...in10,
  serve: () => serveTestbed(),
  connect: async (url) => adaptSdk13(await new ClientFactory().createFromUrl(url)),
};

const v03: Pair = {
  ...in03,
  // The SDK shows its callers the events of 1.0, which have no `final`.
  final: in10.final,
  resumed: in10.resumed,
  serve: () => serveTestbed({ versions: ["0.3"] }),
  connect: async (url) => adaptSdk13(await legacyFactory.createFromUrl(url)),
};

describe("SDK 1.3 speaks 1.0 to our server:", () => {
  describeConversation(v10);
  describeWebhooks(v10);
});

describe("SDK 1.3 speaks 0.3 to our server:", () => {
  describeConversation(v03);
  describeWebhooks(v03);
});
