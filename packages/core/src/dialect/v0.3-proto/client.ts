import { resultShapes } from "#shapes/v0.3-proto";
import { isAgentCard, isStreamResponse } from "#validators/v0.3-proto";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { ClientDialect } from "../dialect.js";
import { known } from "../known-operation.js";
import type { Reading } from "../read-known.js";
import { clientV03 } from "../v0.3/client.js";
import type { ClientMapping } from "../v0.3/client-operations.js";
import { decodeEvent } from "../v0.3/event.js";
import { acceptResult } from "./accept.js";
import { decodeAgentCard } from "./card.js";
import { clientMappings } from "./client-operations.js";
import { toKindItem } from "./event.js";
import { isTagged, isTaggedCard, itemIn } from "./kind.js";
import { readEither } from "./read.js";

const eventReading: Reading = { shape: resultShapes.SubscribeToTask, accept: acceptResult.SubscribeToTask };
const cardReading: Reading = { shape: resultShapes.GetExtendedAgentCard, accept: acceptResult.GetExtendedAgentCard };

/** Protocol 0.3 for clients in the JSON of its protobuf definition, which HTTP+JSON and gRPC speak. */
export const clientV03Proto: ClientDialect = {
  ...clientV03,
  encodeParams: (operation, params) => mappingOf(operation).encodeParams(params),
  decodeResult: (operation, wire, sent) => mappingOf(operation).decodeResult(wire, sent),
  createEventDecoder(context) {
    const decodeTagged = clientV03.createEventDecoder(context);
    return (wire) =>
      readEither(
        {
          is: isStreamResponse,
          reading: eventReading,
          isTagged: (each) => isTagged(itemIn(each)),
          decode: (valid) => ({ ok: true, value: decodeEvent(toKindItem(valid)) }),
          decodeTagged: (each) => decodeTagged(itemIn(each)),
        },
        wire,
      );
  },
  decodeCard: (wire) =>
    readEither(
      {
        is: isAgentCard,
        reading: cardReading,
        isTagged: isTaggedCard,
        decode: (valid) => ({ ok: true, value: decodeAgentCard(valid) }),
        decodeTagged: clientV03.decodeCard,
      },
      wire,
    ),
};

function mappingOf<O extends Operation>(operation: O): ClientMapping<O> {
  return known<ClientMapping<O>>(clientMappings[operation], clientV03.version, operation);
}
