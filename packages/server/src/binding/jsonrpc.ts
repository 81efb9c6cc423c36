import { A2AError, parseJson } from "@a2a/core";
import type { Choice, RpcRequest } from "@a2a/core/internal";
import { chooseDialects, encodeError, encodeResult, readRequest, resultFrame } from "@a2a/core/internal";
import type { Caller } from "../caller/caller.js";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import { keyOf } from "../operation/call.js";
import { isStreaming } from "../operation/operations.js";
import { assertId } from "./check-params.js";
import type { Endpoint } from "./endpoint.js";
import { performStreaming, performUnary } from "./perform.js";
import { answerError, contentCoding, refuse, versionHint } from "./refuse.js";
import { answerStream } from "./stream.js";

const binding = "JSONRPC";

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
    const coding = contentCoding(exchange);
    if (coding !== undefined) return refuse(endpoint, exchange, "unsupportedMediaType", `content-encoding ${coding} is not read`);
    const code = parsed.fault === "depth" ? "InvalidParamsError" : "JSONParseError";
    return answerError(endpoint, exchange, new A2AError(code, parsed.detail));
  }
  const read = readRequest(parsed.value);
  if (!read.ok) return answerError(endpoint, exchange, new A2AError("InvalidRequestError", read.detail), { id: read.id });
  return answerRequest(endpoint, exchange, read.request);
}

async function answerRequest(endpoint: Endpoint, exchange: Exchange, request: RpcRequest): Promise<Answer> {
  let choice: Choice | undefined;
  try {
    const choices = chooseDialects(endpoint.dialects, request.method, versionHint(endpoint.dialects[0], exchange), endpoint.strictVersion);
    choice = choices.length === 1 ? choices[0] : await choose(endpoint, exchange, choices, request.params);
    return await answerCall(endpoint, exchange, request, choice);
  } catch (error) {
    const known = A2AError.from(error);
    if (known !== error) endpoint.logger.error({ error, method: request.method }, "a request failed");
    return answerError(endpoint, exchange, known, { id: request.id, ...(choice && { dialect: choice.dialect }) });
  }
}

/** Where versions share a method name, the one that created the task decides: its client is most likely the one that asks. */
async function choose(endpoint: Endpoint, exchange: Exchange, choices: readonly [Choice, ...Choice[]], params: unknown): Promise<Choice> {
  const [newest] = choices;
  if (typeof params !== "object" || params === null) return newest;
  const { id }: { id?: unknown } = params;
  if (typeof id !== "string") return newest;
  // No store is asked for what is no id.
  assertId("/id", id, endpoint.maxIdLength);
  const caller = await callerOf(endpoint, exchange);
  // Who is refused here is refused again where it is told of.
  if (!caller) return newest;
  const stored = await endpoint.contextAt(exchange.origin).runtime.load(keyOf({ caller }, id));
  return choices.find(({ dialect }) => dialect.version === stored?.version) ?? newest;
}

async function callerOf({ authenticate }: Endpoint, exchange: Exchange): Promise<Caller | undefined> {
  try {
    return await authenticate(exchange);
  } catch {
    return undefined;
  }
}

async function answerCall(endpoint: Endpoint, exchange: Exchange, request: RpcRequest, { dialect, operation }: Choice): Promise<Answer> {
  const { id, method, declared, params } = request;
  if (!declared && !isBare(endpoint, method)) throw new A2AError("InvalidRequestError", '/jsonrpc is missing: expected "2.0"');
  if (isStreaming(operation)) {
    const begun = await performStreaming(endpoint, exchange, { binding, dialect, operation, params });
    const encodeFailure = (error: A2AError): string => encodeError(id, dialect.encodeError(error));
    return answerStream(endpoint, begun, { dialect, frame: resultFrame(id), encodeFailure });
  }
  const { result, headers } = await performUnary(endpoint, exchange, { binding, dialect, operation, params });
  return jsonAnswer(200, encodeResult(id, result), headers);
}

/** Whether callers of a version that has the method may leave out the envelope's version; which of them it is may not be known before. */
function isBare({ dialects }: Endpoint, method: string): boolean {
  return dialects.some(({ rules, operationOf }) => rules.bareEnvelope && operationOf(method) !== undefined);
}
