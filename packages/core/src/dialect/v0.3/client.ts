import { isStreamEvent } from "#validators/v0.3";
import { methodNames } from "../../generated/v0.3/columns.js";
import { isCard } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { ClientDialect } from "../dialect.js";
import { known } from "../known-operation.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptCard, acceptItem } from "./accept.js";
import { decodeAgentCard } from "./card.js";
import type { ClientMapping } from "./client-operations.js";
import { clientMappings } from "./client-operations.js";
import { decodeError } from "./error.js";
import { decodeEvent } from "./event.js";
import { factsV03 } from "./facts.js";
import { version } from "./version.js";

/** Protocol 0.3 for clients, and 0.2 before it, whose objects are the same. */
export const clientV03: ClientDialect = {
  ...factsV03,
  rules: { clientTaskIds: false, streamsBeginWithTask: true, streamsEndWithTurn: true },
  methodOf: (operation) => namesOf[operation]?.[0],
  encodeParams: (operation, params) => mappingOf(operation).encodeParams(params),
  decodeResult: (operation, wire, sent) => mappingOf(operation).decodeResult(wire, sent),
  createEventDecoder: () => (wire) => mapped(readTolerant(isStreamEvent, acceptItem, wire), decodeEvent),
  decodeError,
  decodeCard: (wire) => mapped(readTolerant(isCard, acceptCard, wire), decodeAgentCard),
};

/** 0.3 has not all operations. */
const namesOf: Readonly<Partial<Record<Operation, readonly string[]>>> = methodNames;

function mappingOf<O extends Operation>(operation: O): ClientMapping<O> {
  return known<ClientMapping<O>>(clientMappings[operation], version, operation);
}
