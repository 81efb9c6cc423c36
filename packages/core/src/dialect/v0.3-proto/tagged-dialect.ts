import type * as Kind from "../../generated/v0.3/types.js";
import type { Operation } from "../../generated/v1.0/methods.js";
import { unreachable } from "../../unreachable.js";
import type { Dialect } from "../dialect.js";
import { encodeEvent } from "../v0.3/event.js";
import { dialectV03 } from "../v0.3/index.js";
import { unwrappedRequest } from "./kind.js";

/**
 * The dialect for callers who say a message as over JSON-RPC: it is read so and answered so, each item in the member that names it. What else
 * they ask for looks the same in both forms.
 */
export function createTaggedDialect(dialect: Dialect): Dialect {
  return {
    ...dialect,
    decodeParams: (operation, wire) =>
      sends.includes(operation) ? dialectV03.decodeParams(operation, unwrappedRequest(wire)) : dialect.decodeParams(operation, wire),
    encodeResult: (operation, result) => {
      if (!sends.includes(operation)) return dialect.encodeResult(operation, result);
      // safe: so the sending of a message is answered
      return wrapped(dialectV03.encodeResult(operation, result) as Kind.StreamEvent);
    },
    encodeEvent: (event, place) => [wrapped(encodeEvent(event, place))],
  };
}

const sends: readonly Operation[] = ["SendMessage", "SendStreamingMessage"];

function wrapped(item: Kind.StreamEvent): object {
  switch (item.kind) {
    case "task":
      return { task: item };
    case "message":
      return { message: item };
    case "status-update":
      return { statusUpdate: item };
    case "artifact-update":
      return { artifactUpdate: item };
    default:
      return unreachable(item);
  }
}
