import { methodNames } from "../../generated/v0.1/columns.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { ClientDialect } from "../dialect.js";
import { known } from "../known-operation.js";
import { decodeCard } from "./card.js";
import type { ClientMapping } from "./client-operations.js";
import { clientMappings } from "./client-operations.js";
import { decodeError } from "./error.js";
import { createEventDecoder } from "./event.js";
import { factsV01, version } from "./facts.js";

/** Makes what a client needs of protocol 0.1. @param makeId source of the ids of messages, which 0.1 does not have */
export function createClientV01(makeId: () => string): ClientDialect {
  return {
    ...factsV01,
    rules: { clientTaskIds: true, streamsBeginWithTask: false, streamsEndWithTurn: true },
    methodOf: (operation) => namesOf[operation]?.[0],
    encodeParams: (operation, params) => mappingOf(operation).encodeParams(params),
    decodeResult: (operation, wire, sent) => mappingOf(operation).decodeResult(wire, sent, makeId),
    createEventDecoder: (context) => createEventDecoder(context, makeId),
    decodeError,
    decodeCard: (wire) => decodeCard(wire, version),
  };
}

/** Protocol 0.1 for clients, and the README before it, whose methods and objects are the same. */
export const clientV01: ClientDialect = /*#__PURE__*/ createClientV01(() => crypto.randomUUID());

/** 0.1 has not all operations. */
const namesOf: Readonly<Partial<Record<Operation, readonly string[]>>> = methodNames;

function mappingOf<O extends Operation>(operation: O): ClientMapping<O> {
  return known<ClientMapping<O>>(clientMappings[operation], version, operation);
}
