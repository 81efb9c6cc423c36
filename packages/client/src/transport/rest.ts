import type { Operation } from "@a2a/core/internal";
import { isA2AError, isObject, LocalError } from "@a2a/core/internal";
import type { RestClientForm } from "@a2a/core/internal/rest";
import { errorsByHttpStatus } from "@a2a/core/internal/rest";
import { readBytes, readJson } from "../http/fetch-exchange.js";
import { parseAnswer } from "../http/parse-answer.js";
import { refusalOf } from "../http/refusal.js";
import type { Reading, WireRequest } from "./ask-over-http.js";
import { askOverHttp } from "./ask-over-http.js";
import { createTransport } from "./create-transport.js";
import { withPatience } from "./read-answer.js";
import { requestsOf } from "./rest-requests.js";
import type { Transport } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/**
 * Speaks HTTP+JSON.
 *
 * @see A2A 1.0, section 11
 */
export function createRestTransport({ dialect, table, decodeError }: RestClientForm, given: TransportSettings): Transport {
  const settings: TransportSettings = { ...given, dialect };
  const { url } = settings;
  const { mediaType } = table;
  const requests = requestsOf(table, url);
  /** Of requests that can be written in several ways, the one that was understood. */
  const understood = new Map<Operation, number>();

  /** What a response says that is none of success. */
  async function errorIn(response: Response, reading: Reading): Promise<unknown> {
    const refusal = refusalOf(dialect, response, url);
    try {
      const said = decodeError(response.status, await readJson(response, url, reading));
      if (said) return withPatience(said, response);
      return refusal ?? new LocalError("BAD_RESPONSE", `${url} answered ${response.status} without an error of the protocol`);
    } catch (error) {
      return refusal && error instanceof LocalError && error.code === "BAD_RESPONSE" ? refusal : error;
    }
  }

  /** The item of an event, which is not in an envelope. @throws A2AError where it is the error that ends the stream */
  function itemIn(value: unknown, { event }: { readonly event?: string | undefined }, { status }: Response): unknown {
    const body = isObject(value) ? value.error : undefined;
    if (event !== "error" && body === undefined) return value;
    const code = isObject(body) && typeof body.code === "number" ? body.code : status;
    throw decodeError(code, value) ?? new LocalError("BAD_RESPONSE", `${url} ended its stream with an error that it does not describe`);
  }

  return createTransport(settings, (operation, params, call) => {
    const isKnown = table.routes.some((route) => route.operation === operation);
    if (!isKnown) throw new LocalError("UNSUPPORTED", `HTTP+JSON of protocol ${dialect.version} has no ${operation}`);
    const ways = requests(operation, dialect.encodeParams(operation, params, call));

    async function put(send: (request: WireRequest) => Promise<Response>, reading: Reading): Promise<Response> {
      const from = understood.get(operation) ?? 0;
      let failure: unknown;
      for (const [at, way] of ways.entries()) {
        if (at < from) continue;
        const response = await send(way);
        if (response.ok) understood.set(operation, at);
        if (response.ok) return response;
        failure = await errorIn(response, reading);
        if (!isUnknownRoute(response, failure)) break;
      }
      throw failure;
    }

    async function readAnswer(response: Response, reading: Reading): Promise<unknown> {
      const bytes = await readBytes(response, url, reading);
      // 204, and what older servers mean by it.
      if (bytes.length === 0 && operation === "DeleteTaskPushNotificationConfig") return {};
      const parsed = parseAnswer(bytes);
      if (parsed.ok) return parsed.value;
      throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status} with what is not JSON: ${parsed.detail}`);
    }

    const accept = [...new Set([mediaType, "application/json"])].join(", ");
    return askOverHttp(settings, { operation, call, mediaType, accept, put, readAnswer, readItem: itemIn });
  });
}

/** Whether an agent knows a path not at all, or in another verb. That there is no such task is an answer. */
function isUnknownRoute({ status }: Response, error: unknown): boolean {
  switch (errorsByHttpStatus[status]) {
    case "MethodNotFoundError":
      return true;
    case "TaskNotFoundError":
      return !(isA2AError(error) && error.code === "TaskNotFoundError");
    default:
      return false;
  }
}
