// @a2a-js/sdk 0.3.14 as a client of our server. It speaks 0.3 over every binding and finds the card at /.well-known/agent-card.json.

import type { Client, TransportFactory } from "sdk-0.3/client";
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from "sdk-0.3/client";
import { GrpcTransportFactory } from "sdk-0.3/client/grpc";
import { describe } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, describeWebhooks } from "../conversation.js";
import type { KindEvent } from "../kinds.js";
import { fromKindAnswer, fromKindTask, fromKindWebhook, kindBrief, kindBriefs, kindParams, kindWebhook } from "../kinds.js";
import type { PlainClient } from "../plain.js";
import { withFault } from "../plain.js";
import { codeOfNamed, in03, inProtobuf, serveTestbed } from "./our-server.js";

// Over gRPC the SDK writes null as an object, which its own codec refuses; and it does not tell what a message was refused for.
const differences = {
  ...inProtobuf,
  carries: [{ data: { colour: "blue", shades: [1, 2.5] } }, ...inProtobuf.carries.slice(1)],
  terminalCode: undefined,
};

function pairOver(transport: TransportFactory, known: Partial<Pair>): Pair {
  return {
    serve: () => serveTestbed(),
    connect: async (url) => adapt(await new ClientFactory({ transports: [transport] }).createFromUrl(url)),
    ...in03,
    ...known,
  };
}

function adapt(sdk: Client): PlainClient {
  return {
    // It asks for the extended card, which is for those with a name.
    agentName: async () => (await sdk.getAgentCard({ serviceParameters: { authorization: "Bearer test-token" } })).name,
    send: async (parts, options) => fromKindAnswer(await withFault(sdk.sendMessage(kindParams(parts, options)), codeOf)),
    stream: (parts, options) => kindBriefs(sdk.sendMessageStream(kindParams(parts, options))),
    get: async (id) => fromKindTask(await withFault(sdk.getTask({ id }), codeOf)),
    cancel: async (id) => fromKindTask(await withFault(sdk.cancelTask({ id }), codeOf)),
    resubscribe: (id) => kindBriefs(sdk.resubscribeTask({ id })),
    webhooks: {
      set: async (taskId, webhook) =>
        fromKindWebhook(await withFault(sdk.setTaskPushNotificationConfig(kindWebhook(taskId, webhook)), codeOf)),
      async get(id, pushNotificationConfigId) {
        // The SDK passes the second on, though its types know only the first.
        const params = { id, pushNotificationConfigId };
        return fromKindWebhook(await sdk.getTaskPushNotificationConfig(params));
      },
      list: async (id) => (await sdk.listTaskPushNotificationConfig({ id })).map(fromKindWebhook),
      delete: (id, pushNotificationConfigId) => sdk.deleteTaskPushNotificationConfig({ id, pushNotificationConfigId }),
      // safe: the conversation compares what is read of it
      read: (body) => kindBrief(body as KindEvent),
    },
  };
}

/** The SDK's errors bring the response along. */
function codeOf(error: unknown): number | undefined {
  // safe: only what is a number is taken
  const code = (error as { errorResponse?: { error?: { code?: unknown } } }).errorResponse?.error?.code;
  return typeof code === "number" ? code : codeOfNamed(error);
}

for (const [transport, known] of [
  [new JsonRpcTransportFactory(), {}],
  [new RestTransportFactory(), inProtobuf],
  [new GrpcTransportFactory(), differences],
] as const) {
  describe(`SDK 0.3 speaks to our server over ${transport.protocolName}:`, () => {
    describeConversation(pairOver(transport, known));
    describeWebhooks(pairOver(transport, known));
  });
}
