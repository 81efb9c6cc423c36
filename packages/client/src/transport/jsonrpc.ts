import { LocalError } from "@a2a/core";
import type { Operation, ParamsOf, StreamContext } from "@a2a/core/internal";
import { createCallLimit } from "../http/call-limit.js";
import type { ExchangeOptions } from "../http/fetch-exchange.js";
import { exchange } from "../http/fetch-exchange.js";
import { withinIdle } from "../http/idle-limit.js";
import { mergeHeaders } from "../http/merge-headers.js";
import { parseAnswer } from "../http/parse-answer.js";
import { readSse } from "../http/read-sse.js";
import type { RetryPolicy } from "../http/retry.js";
import { isPassing, isPutOff, retrying } from "../http/retry.js";
import type { Answer, ReadingOptions } from "./read-answer.js";
import { accepted, readAnswer, resultOf } from "./read-answer.js";
import type { Frame, StreamOptions, Transport } from "./transport.js";

/** Where and how a JSON-RPC transport speaks. */
export interface JsonRpcOptions extends Omit<ExchangeOptions, "limit">, ReadingOptions {
  readonly tenant?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleTimeoutMs: number;
  readonly retry: RetryPolicy;
}

/**
 * Speaks JSON-RPC over HTTP, streams as Server-Sent Events. Everything that comes back is validated. What can do no harm twice is asked again
 * where the connection fails, everything where the agent puts it off.
 *
 * @see A2A 1.0, section 9
 */
export function createJsonRpcTransport(options: JsonRpcOptions): Transport {
  const { dialect, url, retry } = options;
  let lastId = 0;

  /** Makes a request, and does with its response what `read` does, as often as it takes. */
  async function ask<O extends Operation, T>(
    { operation, params, call, limit }: Asked<O>,
    read: (answer: Answer, limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const method = dialect.methodOf(operation);
    if (method === undefined) throw new LocalError("UNSUPPORTED", `protocol ${dialect.version} has no ${operation}`);
    lastId += 1;
    const id = lastId;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: dialect.encodeParams(operation, params) });
    const headers = headersOf(options, call);
    const request = async (limit: AbortSignal): Promise<T> =>
      read({ id, response: await exchange(url, { method: "POST", body, headers }, { ...options, limit }) }, limit);
    // Who is given something to do may be silent for long; who is asked is not.
    if (!isRepeatable(operation, params)) return retrying(retry, limit, isPutOff, () => request(limit));
    return retrying(retry, limit, isPassing, () => withinIdle({ ...options, limit }, request));
  }

  return {
    url,
    tenant: options.tenant,
    version: dialect.version,
    rules: dialect.rules,

    async call(operation, params, call) {
      const { signal: limit, stop } = createCallLimit({ ...call, url });
      const reading = ask({ operation, params, call, limit }, (answer, limit) => readAnswer({ ...options, limit }, answer));
      const result = await reading.finally(stop);
      return accepted(dialect.decodeResult(operation, result, params), operation, options);
    },

    async *stream(operation, params, call) {
      const { signal, stop } = createCallLimit({ ...call, url });
      const opening = createCallLimit({ signal, timeoutMs: call.openTimeoutMs, url, toDo: "begin its stream" });
      const limit = opening.signal;
      try {
        const answer = await ask({ operation, params, call, limit }, async (answer, limit) => {
          if (answer.response.body && isEventStream(answer.response)) return answer;
          await readAnswer({ ...options, limit }, answer);
          throw new LocalError("BAD_RESPONSE", `${url} answered ${operation} without a stream`);
        }).finally(opening.stop);
        yield* readFrames(answer, { ...options, limit }, contextOf(params, call));
      } finally {
        stop();
      }
    },
  };
}

interface Asked<O extends Operation> {
  readonly operation: O;
  readonly params: ParamsOf<O>;
  readonly call: StreamOptions;
  readonly limit: AbortSignal;
}

/** Whether an operation does no more the second time: all but those that give something to the agent. */
function isRepeatable<O extends Operation>(operation: O, params: ParamsOf<O>): boolean {
  switch (operation) {
    case "SendMessage":
    case "SendStreamingMessage":
      return false;
    case "CreateTaskPushNotificationConfig":
      return "id" in params && params.id !== undefined;
    default:
      return true;
  }
}

async function* readFrames(
  answer: Answer,
  options: JsonRpcOptions & { readonly limit: AbortSignal },
  context: StreamContext,
): AsyncGenerator<Frame, void> {
  const { dialect, url, maxResponseBytes, idleTimeoutMs, limit } = options;
  const { body } = answer.response;
  if (!body) return;
  const decode = dialect.createEventDecoder(context);
  for await (const { data, id } of readSse(body, { maxEventBytes: maxResponseBytes, idleTimeoutMs, limit, url })) {
    const parsed = parseAnswer(data);
    if (!parsed.ok) throw new LocalError("BAD_RESPONSE", `an event of ${url} is not JSON: ${parsed.detail}`);
    const { events, isLast } = accepted(decode(resultOf(options, answer, parsed.value)), "event", options);
    yield { events, id, isLast };
    if (isLast) return;
  }
}

function contextOf(
  params: Partial<ParamsOf<"SendStreamingMessage"> & ParamsOf<"SubscribeToTask">>,
  { isTaskKnown = false, contextId: known }: StreamOptions,
): StreamContext {
  const taskId = params.message?.taskId ?? params.id;
  const contextId = params.message?.contextId ?? known;
  return { isTaskKnown, ...(taskId && { taskId }), ...(contextId && { contextId }) };
}

function headersOf({ dialect, headers }: JsonRpcOptions, call: StreamOptions): Headers {
  const all = mergeHeaders({ accept: "application/json, text/event-stream" }, headers, call.headers ?? {});
  all.set("content-type", "application/json");
  if (dialect.headers.version) all.set(dialect.headers.version, dialect.version);
  if (dialect.headers.extensions && call.extensions?.length) all.set(dialect.headers.extensions, call.extensions.join(", "));
  if (call.trace) all.set("traceparent", call.trace.traceparent);
  if (call.trace?.tracestate) all.set("tracestate", call.trace.tracestate);
  if (call.lastEventId !== undefined) all.set("last-event-id", call.lastEventId);
  return all;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
}
