import { isStreamEvent } from "#validators/v0.3";
import { errors, methodNames } from "../../generated/v0.3/columns.js";
import { refusals } from "../../generated/v0.3/errors.js";
import { card, push } from "../../generated/v0.3/methods.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import type { Dialect } from "../dialect.js";
import { known } from "../known-operation.js";
import { mapped, readTolerant } from "../read-tolerant.js";
import { acceptItem } from "./accept.js";
import { aliasErrors, encodeAliasError } from "./alias-error.js";
import { encodeCard } from "./card.js";
import { clientV03 } from "./client.js";
import { encodeError } from "./error.js";
import { decodeItem, encodeEvent } from "./event.js";
import { losses } from "./losses.js";
import { isOwnPush } from "./push.js";
import type { ServerMapping } from "./server-operations.js";
import { serverMappings } from "./server-operations.js";
import { encodeTask } from "./task.js";
import { version } from "./version.js";

const operationByMethod = new Map<string, Operation>();
for (const [operation, names] of Object.entries(methodNames)) {
  // safe: the keys of the table are operations
  for (const name of names) operationByMethod.set(name, operation as Operation);
}

const dialect: Dialect = {
  ...clientV03,
  rules: {
    ...clientV03.rules,
    bareEnvelope: false,
    reopensTerminal: false,
    directReplies: true,
    anyClientRole: true,
    subscribeToTerminal: true,
    tenants: false,
    pushesTask: true,
    pushIdIsTaskId: true,
    pushMayBeEmpty: false,
  },
  card,
  errors,
  refusals,
  losses,
  operationOf: (method) => operationByMethod.get(method),
  decodeParams: (operation, wire) => mappingOf(operation).decodeParams(wire),
  encodeResult: (operation, result) => mappingOf(operation).encodeResult(result),
  encodeEvent: (event, place) => [encodeEvent(event, place)],
  pushMediaType: push.mediaType,
  encodePush: ({ task }) => encodeTask(task),
  isOwnPush,
  // The document has the task there; agents send the other items of a stream too.
  decodePush: (wire) => mapped(readTolerant(isStreamEvent, acceptItem, wire), decodeItem),
  encodeError,
  encodeCard,
};

/** Protocol 0.3, and 0.2 before it, whose objects are the same. */
export const dialectV03: Dialect = {
  ...dialect,
  forAlias: { ...dialect, errors: aliasErrors, encodeError: encodeAliasError },
};

function mappingOf<O extends Operation>(operation: O): ServerMapping<O> {
  return known<ServerMapping<O>>(serverMappings[operation], version, operation);
}
