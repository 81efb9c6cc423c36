import type { Loss, StreamResponse, Version } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { Decoded, Dialect, Operation, ParamsOf, RequestId, StreamContext } from "@a2a/core/internal";
import { lossesOfParams, readResponse } from "@a2a/core/internal";
import { createCallLimit } from "../http/call-limit.js";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { mergeHeaders } from "../http/merge-headers.js";
import { parseAnswer } from "../http/parse-answer.js";
import { readSse } from "../http/read-sse.js";
import type { CallOptions, StreamOptions, Transport } from "./transport.js";

/** What the params of one call lose on their way to an agent of an older version. */
export interface LossReport {
  readonly version: Version;
  readonly operation: string;
  readonly losses: readonly Loss[];
}

/** Is told of losses, before the request is sent. */
export type OnLoss = (report: LossReport) => void;

/** Where and how a JSON-RPC transport speaks. */
export interface JsonRpcOptions extends Pick<ExchangeOptions, "fetch" | "maxResponseBytes"> {
  readonly url: string;
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string>>;
  readonly onLoss?: OnLoss | undefined;
}

/**
 * Speaks JSON-RPC over HTTP, streams as Server-Sent Events. Everything that comes back is validated.
 *
 * @see A2A 1.0, section 9
 */
export function createJsonRpcTransport(options: JsonRpcOptions): Transport {
  const { dialect, url, onLoss } = options;
  let lastId = 0;

  async function send<O extends Operation>(operation: O, params: ParamsOf<O>, call: CallOptions): Promise<Sent> {
    const method = dialect.methodOf(operation);
    if (method === undefined) throw new LocalError("BAD_RESPONSE", `protocol ${dialect.version} has no ${operation}`);
    lastId += 1;
    const id = lastId;
    if (onLoss) tell(onLoss, dialect, operation, lossesOfParams(dialect, operation, params));
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: dialect.encodeParams(operation, params) });
    const limit = createCallLimit({ ...call, url });
    const init = { method: "POST", body, headers: headersOf(options, call) };
    return { id, limit, response: await exchange(url, init, { ...options, limit }) };
  }

  return {
    rules: dialect.rules,

    async call(operation, params, call) {
      const sent = await send(operation, params, call);
      const result = resultOf(options, sent, await readBody(options, sent));
      return accepted(dialect.decodeResult(operation, result, params), operation);
    },

    async *stream(operation, params, call) {
      const sent = await send(operation, params, call);
      const { response } = sent;
      if (!response.body || !isEventStream(response)) {
        resultOf(options, sent, await readBody(options, sent));
        throw new LocalError("BAD_RESPONSE", `${url} answered ${operation} without a stream`);
      }
      return yield* readEvents(response.body, options, { ...sent, context: contextOf(params, call) });
    },
  };
}

function tell(onLoss: OnLoss, { version }: Dialect, operation: Operation, losses: readonly Loss[]): void {
  if (losses.length > 0) onLoss({ version, operation, losses });
}

/** A request on its way, and its response. */
interface Sent {
  readonly id: RequestId;
  readonly response: Response;
  readonly limit: AbortSignal;
}

function readBody(options: JsonRpcOptions, { response, limit }: Sent): Promise<unknown> {
  return readJson(response, options.url, { ...options, limit });
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  options: JsonRpcOptions,
  sent: Sent & { readonly context: StreamContext },
): AsyncGenerator<StreamResponse, boolean> {
  const { dialect, url, maxResponseBytes } = options;
  const decode = dialect.createEventDecoder(sent.context);
  for await (const { data } of readSse(body, { maxEventBytes: maxResponseBytes, limit: sent.limit, url })) {
    const parsed = parseAnswer(data);
    if (!parsed.ok) throw new LocalError("BAD_RESPONSE", `an event of ${url} is not JSON: ${parsed.detail}`);
    const { events, isLast } = accepted(decode(resultOf(options, sent, parsed.value)), "event");
    yield* events;
    if (isLast) return true;
  }
  return false;
}

function contextOf(
  params: Partial<ParamsOf<"SendStreamingMessage"> & ParamsOf<"SubscribeToTask">>,
  { isTaskKnown = false, contextId: known }: StreamOptions,
): StreamContext {
  const taskId = params.message?.taskId ?? params.id;
  const contextId = params.message?.contextId ?? known;
  return { isTaskKnown, ...(taskId && { taskId }), ...(contextId && { contextId }) };
}

/** The result in a response's envelope. */
function resultOf({ dialect, url }: JsonRpcOptions, { id, response }: Sent, body: unknown): unknown {
  const read = readResponse(body);
  if (!read.ok) throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status} without JSON-RPC: ${read.detail}`);
  if ("error" in read) throw dialect.decodeError(read.error);
  if (read.id !== id) throw new LocalError("BAD_RESPONSE", `${url} answered request ${read.id}, not ${id}`);
  return read.result;
}

function accepted<T>(decoded: Decoded<T>, what: string): T {
  if (decoded.ok) return decoded.value;
  const { pointer, expected, clause } = decoded.problem;
  throw new LocalError("BAD_RESPONSE", `the peer's ${what} breaks the protocol: ${pointer || "it"} must be ${expected} (${clause})`);
}

function headersOf({ dialect, headers }: JsonRpcOptions, call: CallOptions): Headers {
  const all = mergeHeaders({ accept: "application/json, text/event-stream" }, headers, call.headers ?? {});
  all.set("content-type", "application/json");
  if (dialect.headers.version) all.set(dialect.headers.version, dialect.version);
  if (dialect.headers.extensions && call.extensions?.length) all.set(dialect.headers.extensions, call.extensions.join(", "));
  return all;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
}
