import { LocalError } from "@a2a/core/internal";
import { askOverHttp } from "./ask-over-http.js";
import { createTransport } from "./create-transport.js";
import { readAnswer, resultOf } from "./read-answer.js";
import type { Transport } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/**
 * Speaks JSON-RPC over HTTP.
 *
 * @see A2A 1.0, section 9
 */
export function createJsonRpcTransport(settings: TransportSettings): Transport {
  const { dialect, url } = settings;
  let lastId = 0;

  return createTransport(settings, (operation, params, call) => {
    const method = dialect.methodOf(operation);
    if (method === undefined) throw new LocalError("UNSUPPORTED", `protocol ${dialect.version} has no ${operation}`);
    lastId += 1;
    const id = lastId;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: dialect.encodeParams(operation, params, call) });
    const mediaType = "application/json";
    return askOverHttp(settings, {
      operation,
      call,
      mediaType,
      accept: mediaType,
      put: (send) => send({ verb: "POST", url, body }),
      readAnswer: (response, reading) => readAnswer(reading, { id, response }),
      readItem: (value, _, response) => resultOf(settings, { id, response }, value),
    });
  });
}
