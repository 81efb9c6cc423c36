// @a2a-js/sdk 1.3.0 as a client of our server: in 1.0, its own version, and in 0.3, which it speaks with agents that know no other.

import type { Client } from "sdk-1.3/client";
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

const v10: Pair = { ...in10, open: () => open({}, new ClientFactory()) };
const v03: Pair = { ...in03, final: "", resumed: in10.resumed, open: () => open({ versions: ["0.3"] }, legacyFactory) };

async function open(options: Parameters<typeof serveTestbed>[0], factory: ClientFactory): ReturnType<Pair["open"]> {
  const server = await serveTestbed(options);
  const sdk: Client = await factory.createFromUrl(server.url);
  return { client: adaptSdk13(sdk), close: () => server.close() };
}

describe("SDK 1.3 speaks 1.0 to our server:", () => {
  describeConversation(v10);
  describeWebhooks(v10);
});

describe("SDK 1.3 speaks 0.3 to our server:", () => {
  describeConversation(v03);
  describeWebhooks(v03);
});
