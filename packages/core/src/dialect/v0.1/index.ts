import { errors, methodNames } from "../../generated/v0.1/columns.js";
import { refusals } from "../../generated/v0.1/errors.js";
import { card, push } from "../../generated/v0.1/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Dialect } from "../dialect.js";
import { known } from "../known-operation.js";
import { encodeCard } from "./card.js";
import { createClientV01 } from "./client.js";
import { encodeError } from "./error.js";
import { encodeEvent } from "./event.js";
import { version } from "./facts.js";
import { losses } from "./losses.js";
import { encodePush, readPush } from "./push.js";
import type { ServerMapping } from "./server-operations.js";
import { serverMappings } from "./server-operations.js";

const operationByMethod = new Map<string, Operation>();
for (const [operation, [name]] of Object.entries(methodNames)) {
  // safe: the keys of the table are operations
  operationByMethod.set(name, operation as Operation);
}

/**
 * Makes the dialect of protocol 0.1 and of the README before it.
 *
 * @param makeId source of the ids of messages, which 0.1 does not have; each has to be new, for two equal messages are two messages
 */
export function createDialectV01(makeId: () => string = () => crypto.randomUUID()): Dialect {
  const client = createClientV01(makeId);
  return {
    ...client,
    rules: {
      ...client.rules,
      bareEnvelope: true,
      reopensTerminal: false,
      directReplies: false,
      anyClientRole: true,
      subscribeToTerminal: true,
      tenants: false,
      pushesTask: true,
      pushIdIsTaskId: true,
      pushMayBeEmpty: true,
    },
    card,
    errors,
    refusals,
    losses,
    operationOf: (method) => operationByMethod.get(method),
    decodeParams: (operation, wire) => mappingOf(operation).decodeParams(wire, makeId),
    encodeResult: (operation, result) => mappingOf(operation).encodeResult(result),
    encodeEvent,
    pushMediaType: push.mediaType,
    encodePush: ({ task }) => encodePush(task),
    // The oldest takes what no newer one claims.
    isOwnPush: () => true,
    decodePush: (wire) => readPush(wire, makeId),
    encodeError,
    encodeCard: (value) => encodeCard(value, version),
  };
}

/** Protocol 0.1, and the README before it, whose methods and objects are the same. */
export const dialectV01: Dialect = createDialectV01();

function mappingOf<O extends Operation>(operation: O): ServerMapping<O> {
  return known<ServerMapping<O>>(serverMappings[operation], version, operation);
}
