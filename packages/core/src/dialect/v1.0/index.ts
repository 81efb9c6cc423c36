import { errors, refusals } from "../../generated/v1.0/errors.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { card, headers, methods, params, push, results } from "../../generated/v1.0/methods.js";
import { isAgentCard, isStreamResponse } from "../../generated/v1.0/validators.js";
import { withoutCarried } from "../carried-config.js";
import type { Dialect, ParamsOf, ResultOf } from "../dialect.js";
import { readTolerant } from "../read-tolerant.js";
import { acceptCard, acceptParams, acceptResult, acceptStreamItem } from "./accept.js";
import { decodeError, encodeError } from "./error.js";

const operationByMethod = new Map<string, Operation>();
for (const [operation, { jsonrpc }] of Object.entries(methods)) {
  // safe: the keys of the table are the operations
  operationByMethod.set(jsonrpc, operation as Operation);
}

/** What is not written as it is: a webhook that a client of an older version registered may carry what 1.0 has no member for. */
const writeResult: { readonly [O in Operation]?: (result: ResultOf<O>) => unknown } = {
  CreateTaskPushNotificationConfig: withoutCarried,
  GetTaskPushNotificationConfig: withoutCarried,
  ListTaskPushNotificationConfigs: ({ configs, ...page }) => ({ ...page, ...(configs && { configs: configs.map(withoutCarried) }) }),
};

/** What is not read as it is: 1.0 has no such member, so that nobody but us puts into a webhook what older versions carry there. */
const readParams: { readonly [O in Operation]?: (params: ParamsOf<O>) => ParamsOf<O> } = {
  CreateTaskPushNotificationConfig: withoutCarried,
  SendMessage: withBareWebhook,
  SendStreamingMessage: withBareWebhook,
};

/** Protocol 1.0: its types are the domain model, so that values pass as they are, once validated. */
export const dialectV10: Dialect = {
  version: "1.0",
  aliases: [],
  rules: {
    bareEnvelope: false,
    clientTaskIds: false,
    directReplies: true,
    streamsBeginWithTask: true,
    anyClientRole: false,
    subscribeToTerminal: false,
    streamsEndWithTurn: false,
    tenants: true,
    pushesTask: false,
    pushIdIsTaskId: false,
    pushMayBeEmpty: false,
  },
  headers,
  cardPaths: [card.path, ...(card.otherPaths ?? [])],
  card,
  errors,
  refusals,
  operationOf: (method) => operationByMethod.get(method),
  methodOf: (operation) => methods[operation].jsonrpc,
  decodeParams(operation, wire) {
    const given = wire ?? (methods[operation].paramsOptional ? {} : wire);
    const read = readTolerant(params[operation], acceptParams[operation], given);
    return read.ok ? { ok: true, value: readParams[operation]?.(read.value) ?? read.value } : read;
  },
  encodeParams: (_, value) => value,
  decodeResult: (operation, wire) => readTolerant(results[operation], acceptResult[operation], wire),
  encodeResult: (operation, result) => writeResult[operation]?.(result) ?? result,
  createEventDecoder: () => (wire) => {
    const outcome = readTolerant(isStreamResponse, acceptStreamItem, wire);
    return outcome.ok ? { ok: true, value: { events: [outcome.value], isLast: false } } : outcome;
  },
  encodeEvent: (event) => [event],
  pushMediaType: push.mediaType,
  encodePush: ({ event }) => event,
  decodeError,
  encodeError,
  isOwnCard: (wire) => "supportedInterfaces" in wire,
  decodeCard: (wire) => readTolerant(isAgentCard, acceptCard, wire),
  encodeCard: (value) => value,
};

function withBareWebhook(request: ParamsOf<"SendMessage">): ParamsOf<"SendMessage"> {
  const { configuration } = request;
  const webhook = configuration?.taskPushNotificationConfig;
  if (!webhook || !Object.hasOwn(webhook, "metadata")) return request;
  return { ...request, configuration: { ...configuration, taskPushNotificationConfig: withoutCarried(webhook) } };
}
