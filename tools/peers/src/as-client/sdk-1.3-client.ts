import { StreamResponse } from "sdk-1.3";
import type { Client } from "sdk-1.3/client";
import { isJsonRpcError } from "sdk-1.3/errors";
import { caseBrief, caseBriefs, caseParams, caseWebhook, fromCaseAnswer, fromCaseTask, fromCaseWebhook } from "../cases.js";
import type { KindEvent } from "../kinds.js";
import { kindBrief } from "../kinds.js";
import type { PlainClient } from "../plain.js";
import { withFault } from "../plain.js";
import { codeOfNamed } from "./our-server.js";

const tenant = "";

/** Speaks through the client of SDK 1.3, in either of its versions. */
export function adaptSdk13(sdk: Client): PlainClient {
  return {
    // It asks for the extended card, which is for those with a name.
    agentName: async () => (await sdk.getAgentCard({ serviceParameters: { authorization: "Bearer test-token" } })).name,
    send: async (parts, options) => fromCaseAnswer(await withFault(sdk.sendMessage(caseParams(parts, options)), codeOf)),
    stream: (parts, options) => caseBriefs(sdk.sendMessageStream(caseParams(parts, options))),
    get: async (id) => fromCaseTask(await withFault(sdk.getTask({ tenant, id }), codeOf)),
    cancel: async (id) => fromCaseTask(await withFault(sdk.cancelTask({ tenant, id, metadata: undefined }), codeOf)),
    resubscribe: (id) => caseBriefs(sdk.resubscribeTask({ tenant, id })),
    webhooks: {
      set: async (taskId, webhook) =>
        fromCaseWebhook(await withFault(sdk.createTaskPushNotificationConfig(caseWebhook(taskId, webhook)), codeOf)),
      get: async (taskId, id) => fromCaseWebhook(await sdk.getTaskPushNotificationConfig({ tenant, taskId, id })),
      async list(taskId) {
        const { configs } = await sdk.listTaskPushNotificationConfig({ tenant, taskId, pageSize: 0, pageToken: "" });
        return configs.map(fromCaseWebhook);
      },
      delete: (taskId, id) => sdk.deleteTaskPushNotificationConfig({ tenant, taskId, id }),
      // safe: the conversation compares what is read of it
      read: (body) => (isKind(body) ? kindBrief(body as KindEvent) : caseBrief(StreamResponse.fromJSON(body))),
    },
  };
}

function codeOf(error: unknown): number | undefined {
  return isJsonRpcError(error) ? error.envelopeCode : codeOfNamed(error);
}

/** Webhooks are called in the version that set them. */
function isKind(body: unknown): boolean {
  return typeof body === "object" && body !== null && "kind" in body;
}
