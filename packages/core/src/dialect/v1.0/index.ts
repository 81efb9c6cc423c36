import { paramsShapes } from "#shapes/v1.0";
import { isStreamResponse } from "#validators/v1.0";
import { errors, methodNames, optionalParams } from "../../generated/v1.0/columns.js";
import { refusals } from "../../generated/v1.0/errors.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { card, params, push } from "../../generated/v1.0/methods.js";
import { withoutCarried } from "../carried-config.js";
import type { Dialect, ResultOf } from "../dialect.js";
import { readKnown } from "../read-known.js";
import { acceptParams } from "./accept-params.js";
import { clientV10, eventReading } from "./client.js";
import { encodeError } from "./error.js";
import { isOwnPush } from "./push.js";

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

/** Protocol 1.0: its types are the domain model, so that values pass as they are, once validated. */
export const dialectV10: Dialect = {
  ...clientV10,
  rules: {
    ...clientV10.rules,
    bareEnvelope: false,
    reopensTerminal: false,
    directReplies: true,
    anyClientRole: false,
    subscribeToTerminal: false,
    tenants: true,
    pushesTask: false,
    pushIdIsTaskId: false,
    pushMayBeEmpty: false,
  },
  card,
  errors,
  refusals,
  losses: [],
  operationOf: (method) => operationByMethod.get(method),
  decodeParams(operation, wire) {
    const given = wire ?? (optionalParams.includes(operation) ? {} : wire);
    return readKnown(params[operation], { shape: paramsShapes[operation], accept: acceptParams[operation] }, given);
  },
  encodeResult: (operation, result) => writeResult[operation]?.(result) ?? result,
  encodeEvent: (event) => [event],
  pushMediaType: push.mediaType,
  encodePush: ({ event }) => event,
  isOwnPush,
  decodePush: (wire) => readKnown(isStreamResponse, eventReading, wire),
  encodeError,
  encodeCard: (value) => value,
};
