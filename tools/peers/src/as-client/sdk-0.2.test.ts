// @a2a-js/sdk 0.2.5 as a client of our server. It speaks 0.2 over JSON-RPC, finds the card at /.well-known/agent.json, and returns errors instead
// of throwing them; it cannot list or delete webhooks.

import type { JSONRPCErrorResponse } from "sdk-0.2";
import { A2AClient } from "sdk-0.2/client";
import { describe, expect, test } from "vitest";
import type { Pair } from "../conversation.js";
import { describeConversation, describeWebhooks, openPair } from "../conversation.js";
import type { KindEvent } from "../kinds.js";
import { fromKindAnswer, fromKindTask, fromKindWebhook, kindBrief, kindBriefs, kindParams, kindWebhook } from "../kinds.js";
import type { PlainClient } from "../plain.js";
import { Fault } from "../plain.js";
import { in03, serveTestbed } from "./our-server.js";

const pair: Pair = {
  serve: () => serveTestbed(),
  connect: async (url) => adapt(new A2AClient(url)),
  ...in03,
  namesWebhooks: false,
};

function adapt(sdk: A2AClient): PlainClient {
  return {
    agentName: async () => (await sdk.getAgentCard()).name,
    send: async (parts, options) => fromKindAnswer(resultOf(await sdk.sendMessage(kindParams(parts, options)))),
    stream: (parts, options) => kindBriefs(sdk.sendMessageStream(kindParams(parts, options))),
    get: async (id) => fromKindTask(resultOf(await sdk.getTask({ id }))),
    cancel: async (id) => fromKindTask(resultOf(await sdk.cancelTask({ id }))),
    resubscribe: (id) => kindBriefs(sdk.resubscribeTask({ id })),
    webhooks: {
      set: async (taskId, webhook) => fromKindWebhook(resultOf(await sdk.setTaskPushNotificationConfig(kindWebhook(taskId, webhook)))),
      get: async (taskId) => fromKindWebhook(resultOf(await sdk.getTaskPushNotificationConfig({ id: taskId }))),
      // safe: the conversation compares what is read of it
      read: (body) => kindBrief(body as KindEvent),
    },
  };
}

function resultOf<T>(response: { result: T } | JSONRPCErrorResponse): T {
  if ("error" in response) throw new Fault(response.error.code, response.error);
  return response.result;
}

describe("SDK 0.2 speaks to our server:", () => {
  describeConversation(pair);
  describeWebhooks(pair);

  // This SDK names the task alone, and its own server answers with the one webhook that the task has, whatever its id.
  test("a webhook with an id of its own is got by its task", async () => {
    const { client } = await openPair(pair);
    const asked = await client.send(["ask Which colour?"]);
    if ("reply" in asked) throw new TypeError("a reply instead of a task");
    const webhook = { id: "hook-1", url: "http://127.0.0.1:9/hook", token: "secret" };
    await client.webhooks?.set(asked.id, webhook);
    expect(await client.webhooks?.get(asked.id, webhook.id)).toEqual(webhook);
  });
});
