import { errors, refusals } from "../../generated/v1.0/errors.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { card, headers, methods, params, push, results } from "../../generated/v1.0/methods.js";
import { isAgentCard, isStreamResponse } from "../../generated/v1.0/validators.js";
import { withoutCarried } from "../carried-config.js";
import type { Dialect, ResultOf } from "../dialect.js";
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
  errors,
  refusals,
  operationOf: (method) => operationByMethod.get(method),
  methodOf: (operation) => methods[operation].jsonrpc,
  decodeParams: (operation, wire) =>
    readTolerant(params[operation], acceptParams[operation], wire ?? (methods[operation].paramsOptional ? {} : wire)),
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
