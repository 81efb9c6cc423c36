import { paramsShapes, resultShapes } from "#shapes/v1.0";
import { isStreamResponse } from "#validators/v1.0";
import { errors, methodNames, optionalParams } from "../../generated/v1.0/columns.js";
import { refusals } from "../../generated/v1.0/errors.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { card, headers, params, push, results } from "../../generated/v1.0/methods.js";
import { withoutCarried } from "../carried-config.js";
import type { Decoded, Dialect, ResultOf } from "../dialect.js";
import { mapped } from "../read-tolerant.js";
import { acceptParams, acceptResult, acceptStreamItem } from "./accept.js";
import { decodeCard } from "./card.js";
import { decodeError, encodeError } from "./error.js";
import { isOwnPush } from "./push.js";
import type { Reading } from "./read-known.js";
import { readKnown } from "./read-known.js";

const operationByMethod = new Map<string, Operation>();
for (const [operation, names] of Object.entries(methodNames)) {
  // safe: the keys of the table are the operations
  for (const name of names) operationByMethod.set(name, operation as Operation);
}

/** What is not written as it is: a webhook that a client of an older version registered may carry what 1.0 has no member for. */
const writeResult: { readonly [O in Operation]?: (result: ResultOf<O>) => unknown } = {
  CreateTaskPushNotificationConfig: withoutCarried,
  GetTaskPushNotificationConfig: withoutCarried,
  ListTaskPushNotificationConfigs: ({ configs, ...page }) => ({ ...page, ...(configs && { configs: configs.map(withoutCarried) }) }),
};

/** What is read in a way of its own. */
const readResult: { readonly [O in Operation]?: (wire: unknown) => Decoded<ResultOf<O>> } = { GetExtendedAgentCard: decodeCard };

const eventReading: Reading = { shape: resultShapes.SubscribeToTask, accept: acceptStreamItem };

/** Protocol 1.0: its types are the domain model, so that values pass as they are, once validated. */
export const dialectV10: Dialect = {
  version: "1.0",
  aliases: [],
  rules: {
    bareEnvelope: false,
    clientTaskIds: false,
    reopensTerminal: false,
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
  losses: [],
  operationOf: (method) => operationByMethod.get(method),
  methodOf: (operation) => methodNames[operation][0],
  decodeParams(operation, wire) {
    const given = wire ?? (optionalParams.includes(operation) ? {} : wire);
    return readKnown(params[operation], { shape: paramsShapes[operation], accept: acceptParams[operation] }, given);
  },
  encodeParams: (_, value) => value,
  decodeResult: (operation, wire) =>
    readResult[operation]?.(wire) ??
    readKnown(results[operation], { shape: resultShapes[operation], accept: acceptResult[operation] }, wire),
  encodeResult: (operation, result) => writeResult[operation]?.(result) ?? result,
  createEventDecoder: () => (wire) =>
    mapped(readKnown(isStreamResponse, eventReading, wire), (event) => ({ events: [event], isLast: false })),
  encodeEvent: (event) => [event],
  pushMediaType: push.mediaType,
  encodePush: ({ event }) => event,
  isOwnPush,
  decodePush: (wire) => readKnown(isStreamResponse, eventReading, wire),
  decodeError,
  encodeError,
  isOwnCard: (wire) => "supportedInterfaces" in wire,
  decodeCard,
  encodeCard: (value) => value,
};
