import { A2AError, parseJson } from "@a2a/core";
import type { Choice, Dialect, RpcRequest } from "@a2a/core/internal";
import { chooseDialect, encodeResult, readRequest } from "@a2a/core/internal";
import type { TurnContext } from "../agent/turn-input.js";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import type { Call } from "../operation/call.js";
import { isStreaming, streamingOperations, unaryOperations } from "../operation/operations.js";
import type { Endpoint } from "./endpoint.js";
import { answerError, refuse, versionHint } from "./refuse.js";
import { answerStream } from "./stream.js";

const mediaTypes = ["application/json", "application/a2a+json"];

/**
 * The JSON-RPC binding: a POST to the endpoint, from its bytes to its answer.
 *
 * @see A2A 1.0, section 9
 */
export async function answerJsonRpc(endpoint: Endpoint, exchange: Exchange): Promise<Answer> {
  const mediaType = exchange.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!mediaTypes.includes(mediaType)) return refuse(endpoint, exchange, "unsupportedMediaType", "content-type is not application/json");
  const bytes = await exchange.readBody(endpoint.maxBodyBytes);
  if (!bytes) return refuse(endpoint, exchange, "payloadTooLarge", `the body is longer than ${endpoint.maxBodyBytes} bytes`);
  const parsed = parseJson(bytes);
  if (!parsed.ok) {
    const code = parsed.fault === "depth" ? "InvalidParamsError" : "JSONParseError";
    return answerError(endpoint, exchange, new A2AError(code, parsed.detail));
  }
  const read = readRequest(parsed.value);
  if (!read.ok) return answerError(endpoint, exchange, new A2AError("InvalidRequestError", read.detail), { id: read.id });
  return answerRequest(endpoint, exchange, read.request);
}

async function answerRequest(endpoint: Endpoint, exchange: Exchange, request: RpcRequest): Promise<Answer> {
  const { id } = request;
  let dialect: Dialect | undefined;
  try {
    const choice = chooseDialect(endpoint.dialects, request.method, versionHint(endpoint.dialects[0], exchange));
    dialect = choice.dialect;
    if (!request.declared && !dialect.rules.bareEnvelope) throw new A2AError("InvalidRequestError", '/jsonrpc is missing: expected "2.0"');
    return await answerCall(endpoint, exchange, request, choice);
  } catch (error) {
    const known = A2AError.from(error);
    if (known !== error) endpoint.logger.error({ error, method: request.method }, "a request failed");
    return answerError(endpoint, exchange, known, { id, ...(dialect && { dialect }) });
  }
}

async function answerCall(endpoint: Endpoint, exchange: Exchange, request: RpcRequest, { dialect, operation }: Choice): Promise<Answer> {
  const decoded = dialect.decodeParams(operation, request.params);
  if (!decoded.ok) {
    const { pointer, expected, clause } = decoded.problem;
    throw new A2AError("InvalidParamsError", `${pointer || "the params"}: expected ${expected} (${clause})`, {
      violations: [{ pointer, expected }],
    });
  }
  const operations = endpoint.contextAt(exchange.origin);
  const context = await readContext(endpoint, exchange, dialect, decoded.value);
  const call = { params: decoded.value, context, version: dialect.version, signal: exchange.signal };
  const headers = activated(dialect, context);
  if (isStreaming(operation)) {
    // safe: params were decoded as those of this operation
    const stream = streamingOperations[operation](
      call as Call<typeof operation> & Call<"SendStreamingMessage"> & Call<"SubscribeToTask">,
      operations,
    );
    return answerStream(endpoint, stream, { id: request.id, dialect, headers });
  }
  // safe: params were decoded as those of this operation
  const run = unaryOperations[operation] as (call: unknown, context: typeof operations) => Promise<never>;
  const result = await run(call, operations);
  return jsonAnswer(200, encodeResult(request.id, dialect.encodeResult(operation, result)), headers);
}

/** Who asks, and what else an agent may know of the request. */
async function readContext(endpoint: Endpoint, exchange: Exchange, dialect: Dialect, params: object): Promise<TurnContext> {
  const caller = await endpoint.authenticate(exchange);
  const { tenant, metadata, configuration }: Partial<Call<"SendMessage">["params"]> = params;
  const acceptedOutputModes = configuration?.acceptedOutputModes;
  return {
    caller,
    ...(tenant && { tenant }),
    ...(metadata && { metadata }),
    ...(acceptedOutputModes && { acceptedOutputModes }),
    extensions: activeExtensions(endpoint, exchange, dialect),
    parameters: serviceParameters(exchange),
  };
}

function activeExtensions(endpoint: Endpoint, exchange: Exchange, { headers }: Dialect): readonly string[] {
  const asked = (headers.extensions && exchange.header(headers.extensions))?.split(",").map((uri) => uri.trim()) ?? [];
  const declared = endpoint.cardAt(exchange.origin).capabilities.extensions ?? [];
  return asked.filter((uri) => declared.some((extension) => extension.uri === uri));
}

function activated({ headers }: Dialect, { extensions }: TurnContext): Record<string, string> {
  return headers.extensions !== undefined && extensions.length > 0 ? { [headers.extensions.toLowerCase()]: extensions.join(", ") } : {};
}

function serviceParameters(exchange: Exchange): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of exchange.headerNames()) {
    const value = name.toLowerCase().startsWith("a2a-") ? exchange.header(name) : undefined;
    if (value !== undefined) found[name.toLowerCase()] = value;
  }
  return found;
}
