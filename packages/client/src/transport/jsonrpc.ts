import type { StreamResponse } from "@a2a/core";
import { LocalError, parseJson } from "@a2a/core";
import type { Decoded, Dialect, Operation, ParamsOf, RequestId, StreamContext } from "@a2a/core/internal";
import { readResponse } from "@a2a/core/internal";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { readSse } from "../http/read-sse.js";
import type { CallOptions, StreamOptions, Transport } from "./transport.js";

/** Where and how a JSON-RPC transport speaks. */
export interface JsonRpcOptions extends Pick<ExchangeOptions, "fetch" | "maxResponseBytes"> {
  readonly url: string;
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Speaks JSON-RPC over HTTP, streams as Server-Sent Events. Everything that comes back is validated.
 *
 * @see A2A 1.0, section 9
 */
export function createJsonRpcTransport(options: JsonRpcOptions): Transport {
  const { dialect, url } = options;
  let lastId = 0;

  async function send(operation: Operation, params: unknown, call: CallOptions): Promise<{ id: RequestId; response: Response }> {
    const method = dialect.methodOf(operation);
    if (method === undefined) throw new LocalError("BAD_RESPONSE", `protocol ${dialect.version} has no ${operation}`);
    lastId += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
    const init = { method: "POST", body, headers: headersOf(options, call) };
    return { id: lastId, response: await exchange(url, init, exchangeOptions(options, call)) };
  }

  return {
    rules: dialect.rules,

    async call(operation, params, call) {
      const { id, response } = await send(operation, dialect.encodeParams(operation, params), call);
      const result = resultOf(dialect, await readJson(response, exchangeOptions(options, call)), id, response);
      return accepted(dialect.decodeResult(operation, result, params), operation);
    },

    async *stream(operation, params, call) {
      const { id, response } = await send(operation, dialect.encodeParams(operation, params), call);
      if (!response.body || !isEventStream(response)) {
        resultOf(dialect, await readJson(response, exchangeOptions(options, call)), id, response);
        throw new LocalError("BAD_RESPONSE", `${url} answered ${operation} without a stream`);
      }
      yield* readEvents(response.body, { ...options, id, response, call, context: contextOf(params, call) });
    },
  };
}

interface StreamSource extends JsonRpcOptions {
  readonly id: RequestId;
  readonly response: Response;
  readonly call: CallOptions;
  readonly context: StreamContext;
}

async function* readEvents(body: ReadableStream<Uint8Array>, source: StreamSource): AsyncGenerator<StreamResponse, void> {
  const { dialect, url, maxResponseBytes, id, response, call, context } = source;
  const decode = dialect.createEventDecoder(context);
  for await (const { data } of readSse(body, { maxEventBytes: maxResponseBytes, signal: call.signal, url })) {
    const parsed = parseJson(data);
    if (!parsed.ok) throw new LocalError("BAD_RESPONSE", `an event of ${url} is not JSON: ${parsed.detail}`);
    const { events, isLast } = accepted(decode(resultOf(dialect, parsed.value, id, response)), "event");
    yield* events;
    if (isLast) return;
  }
}

function contextOf(
  params: Partial<ParamsOf<"SendStreamingMessage"> & ParamsOf<"SubscribeToTask">>,
  { isTaskKnown = false }: StreamOptions,
): StreamContext {
  const taskId = params.message?.taskId ?? params.id;
  const contextId = params.message?.contextId;
  return { isTaskKnown, ...(taskId && { taskId }), ...(contextId && { contextId }) };
}

/** The result in a response's envelope. */
function resultOf(dialect: Dialect, body: unknown, id: RequestId, response: Response): unknown {
  const read = readResponse(body);
  if (!read.ok)
    throw new LocalError("BAD_RESPONSE", `${response.url || "the peer"} answered ${response.status} without JSON-RPC: ${read.detail}`);
  if ("error" in read) throw dialect.decodeError(read.error);
  if (read.id !== id) throw new LocalError("BAD_RESPONSE", `the response is to request ${read.id}, not to ${id}`);
  return read.result;
}

function accepted<T>(decoded: Decoded<T>, what: string): T {
  if (decoded.ok) return decoded.value;
  const { pointer, expected, clause } = decoded.problem;
  throw new LocalError("BAD_RESPONSE", `the peer's ${what} breaks the protocol: ${pointer || "it"} must be ${expected} (${clause})`);
}

function headersOf({ dialect, headers }: JsonRpcOptions, call: CallOptions): Headers {
  const all = new Headers({ accept: "application/json, text/event-stream", ...headers, ...call.headers });
  all.set("content-type", "application/json");
  if (dialect.headers.version) all.set(dialect.headers.version, dialect.version);
  if (dialect.headers.extensions && call.extensions?.length) all.set(dialect.headers.extensions, call.extensions.join(", "));
  return all;
}

function exchangeOptions({ fetch, maxResponseBytes }: JsonRpcOptions, { signal, timeoutMs }: CallOptions): ExchangeOptions {
  return { fetch, maxResponseBytes, ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
}
