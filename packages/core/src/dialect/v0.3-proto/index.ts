import type { Operation } from "../../generated/v1.0/methods.js";
import type { Dialect } from "../dialect.js";
import { known } from "../known-operation.js";
import { encodeEvent } from "../v0.3/event.js";
import { dialectV03 } from "../v0.3/index.js";
import type { ServerMapping } from "../v0.3/server-operations.js";
import { encodeCard } from "./card.js";
import { clientV03Proto } from "./client.js";
import { fromKindItem } from "./event.js";
import { isTaggedRequest } from "./kind.js";
import { losses } from "./losses.js";
import { serverMappings } from "./server-operations.js";
import { createTaggedDialect } from "./tagged-dialect.js";

// A path and a package do not tell 0.2 from 0.3, as method names do.
const { forAlias: _, ...dialectOfKind } = dialectV03;

// Errors and webhooks are the same in both forms: they do not depend on the binding.
const form: Dialect = {
  ...dialectOfKind,
  ...clientV03Proto,
  rules: dialectV03.rules,
  card: dialectV03.card,
  losses,
  decodeParams: (operation, wire) => mappingOf(operation).decodeParams(wire),
  encodeResult: (operation, result) => mappingOf(operation).encodeResult(result),
  encodeEvent: (event, place) => [fromKindItem(encodeEvent(event, place))],
  encodeCard,
};

/** Protocol 0.3, and 0.2 before it, in the JSON of its protobuf definition, which HTTP+JSON and gRPC speak. */
export const dialectV03Proto: Dialect = { ...form, inShapeOf: (params) => (isTaggedRequest(params) ? tagged : dialectV03Proto) };

const tagged = createTaggedDialect(form);

function mappingOf<O extends Operation>(operation: O): ServerMapping<O> {
  return known<ServerMapping<O>>(serverMappings[operation], dialectV03.version, operation);
}
