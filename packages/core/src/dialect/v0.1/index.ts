import { errors, methodNames } from "../../generated/v0.1/columns.js";
import { refusals } from "../../generated/v0.1/errors.js";
import { card, headers, push } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Dialect } from "../dialect.js";
import { decodeCard, encodeCard } from "./card.js";
import { decodeError, encodeError } from "./error.js";
import { createEventDecoder, encodeEvent } from "./event.js";
import { losses } from "./losses.js";
import { mappingOf } from "./operations.js";
import { encodePush, readPush } from "./push.js";

const version = "0.1";

const methodByOperation = new Map<Operation, string>();
const operationByMethod = new Map<string, Operation>();
for (const [key, [name]] of Object.entries(methodNames)) {
  // safe: the keys of the table are operations
  const operation = key as Operation;
  methodByOperation.set(operation, name);
  operationByMethod.set(name, operation);
}

/**
 * Makes the dialect of protocol 0.1 and of the README before it.
 *
 * @param makeId source of the ids of messages, which 0.1 does not have; each has to be new, for two equal messages are two messages
 */
export function createDialectV01(makeId: () => string = () => crypto.randomUUID()): Dialect {
  return {
    version,
    aliases: [],
    rules: {
      bareEnvelope: true,
      clientTaskIds: true,
      reopensTerminal: false,
      directReplies: false,
      streamsBeginWithTask: false,
      anyClientRole: true,
      subscribeToTerminal: true,
      streamsEndWithTurn: true,
      tenants: false,
      pushesTask: true,
      pushIdIsTaskId: true,
      pushMayBeEmpty: true,
    },
    headers,
    cardPaths: [card.path, ...(card.otherPaths ?? [])],
    card,
    errors,
    refusals,
    losses,
    operationOf: (method) => operationByMethod.get(method),
    methodOf: (operation) => methodByOperation.get(operation),
    decodeParams: (operation, wire) => mappingOf(operation).decodeParams(wire, makeId),
    encodeParams: (operation, params) => mappingOf(operation).encodeParams(params),
    decodeResult: (operation, wire, sent) => mappingOf(operation).decodeResult(wire, sent, makeId),
    encodeResult: (operation, result) => mappingOf(operation).encodeResult(result),
    createEventDecoder: (context) => createEventDecoder(context, makeId),
    encodeEvent,
    pushMediaType: push.mediaType,
    encodePush: ({ task }) => encodePush(task),
    // The oldest takes what no newer one claims.
    isOwnPush: () => true,
    decodePush: (wire) => readPush(wire, makeId),
    decodeError,
    encodeError,
    isOwnCard: () => true,
    decodeCard: (wire) => decodeCard(wire, version),
    encodeCard: (value) => encodeCard(value, version),
  };
}

/** Protocol 0.1, and the README before it, whose methods and objects are the same. */
export const dialectV01: Dialect = createDialectV01();
