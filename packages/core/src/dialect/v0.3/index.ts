import { isStreamEvent } from "#validators/v0.3";
import { errors, methodNames } from "../../generated/v0.3/columns.js";
import { refusals } from "../../generated/v0.3/errors.js";
import { card, headers, isCard, push } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Dialect } from "../dialect.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptCard, acceptItem } from "./accept.js";
import { decodeAgentCard, encodeCard, isOwnCard } from "./card.js";
import { aliasErrors, decodeError, encodeAliasError, encodeError } from "./error.js";
import { decodeEvent, decodeItem, encodeEvent } from "./event.js";
import { losses } from "./losses.js";
import { mappingOf } from "./operations.js";
import { isOwnPush } from "./push.js";
import { encodeTask } from "./task.js";
import { aliases, version } from "./version.js";

const methodByOperation = new Map<Operation, string>();
const operationByMethod = new Map<string, Operation>();
for (const [key, names] of Object.entries(methodNames)) {
  // safe: the keys of the table are operations
  const operation = key as Operation;
  methodByOperation.set(operation, names[0]);
  for (const name of names) operationByMethod.set(name, operation);
}

const dialect: Dialect = {
  version,
  aliases,
  rules: {
    bareEnvelope: false,
    clientTaskIds: false,
    reopensTerminal: false,
    directReplies: true,
    streamsBeginWithTask: true,
    anyClientRole: true,
    subscribeToTerminal: true,
    streamsEndWithTurn: true,
    tenants: false,
    pushesTask: true,
    pushIdIsTaskId: true,
    pushMayBeEmpty: false,
  },
  headers,
  cardPaths: [card.path, ...(card.otherPaths ?? [])],
  card,
  errors,
  refusals,
  losses,
  operationOf: (method) => operationByMethod.get(method),
  methodOf: (operation) => methodByOperation.get(operation),
  decodeParams: (operation, wire) => mappingOf(operation).decodeParams(wire),
  encodeParams: (operation, params) => mappingOf(operation).encodeParams(params),
  decodeResult: (operation, wire, sent) => mappingOf(operation).decodeResult(wire, sent),
  encodeResult: (operation, result) => mappingOf(operation).encodeResult(result),
  createEventDecoder: () => (wire) => mapped(readTolerant(isStreamEvent, acceptItem, wire), decodeEvent),
  encodeEvent: (event, place) => [encodeEvent(event, place)],
  pushMediaType: push.mediaType,
  encodePush: ({ task }) => encodeTask(task),
  isOwnPush,
  // The document has the task there; agents send the other items of a stream too.
  decodePush(wire) {
    const read = readTolerant(isStreamEvent, acceptItem, wire);
    return read.ok ? { ok: true, value: decodeItem(read.value) } : read;
  },
  decodeError,
  encodeError,
  isOwnCard,
  decodeCard: (wire) => mapped(readTolerant(isCard, acceptCard, wire), decodeAgentCard),
  encodeCard,
};

/** Protocol 0.3, and 0.2 before it, whose objects are the same. */
export const dialectV03: Dialect = {
  ...dialect,
  forAlias: { ...dialect, errors: aliasErrors, encodeError: encodeAliasError },
};
