import { resultShapes } from "#shapes/v1.0";
import { isStreamResponse } from "#validators/v1.0";
import { methodNames } from "../../generated/v1.0/columns.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { results } from "../../generated/v1.0/methods.js";
import type { ClientDialect, Decoded, ResultOf } from "../dialect.js";
import type { Reading } from "../read-known.js";
import { readKnown } from "../read-known.js";
import { mapped } from "../read-tolerant.js";
import { acceptResult, acceptStreamItem } from "./accept.js";
import { decodeCard } from "./card.js";
import { decodeError } from "./error.js";
import { factsV10 } from "./facts.js";

/** How items of a stream are read. */
export const eventReading: Reading = { shape: resultShapes.SubscribeToTask, accept: acceptStreamItem };

/** What is read in a way of its own. */
const readResult: { readonly [O in Operation]?: (wire: unknown) => Decoded<ResultOf<O>> } = { GetExtendedAgentCard: decodeCard };

/** Protocol 1.0 for clients: its types are the domain model, so that values pass as they are, once validated. */
export const clientV10: ClientDialect = {
  ...factsV10,
  rules: { clientTaskIds: false, streamsBeginWithTask: true, streamsEndWithTurn: false },
  methodOf: (operation) => methodNames[operation][0],
  encodeParams: (_, value) => value,
  decodeResult: (operation, wire) =>
    readResult[operation]?.(wire) ??
    readKnown(results[operation], { shape: resultShapes[operation], accept: acceptResult[operation] }, wire),
  createEventDecoder: () => (wire) =>
    mapped(readKnown(isStreamResponse, eventReading, wire), (event) => ({ events: [event], isLast: false })),
  decodeError,
  decodeCard,
};
