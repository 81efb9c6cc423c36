import { A2AError } from "@a2a/core";
import type { RestRoute } from "@a2a/core/internal";
import { answerOf, assertHint } from "@a2a/core/internal";
import type { RestForm } from "@a2a/core/internal/rest";
import { restForms } from "@a2a/core/internal/rest";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import { isStreaming } from "../operation/operations.js";
import { challengeHeadersOf } from "./challenge.js";
import type { Endpoint } from "./endpoint.js";
import { performStreaming, performUnary } from "./perform.js";
import type { RefusalName } from "./refuse.js";
import { contentCoding, isPassing, versionHint } from "./refuse.js";
import { readRestParams } from "./rest-params.js";
import type { RestPlace } from "./rest-routes.js";
import { answerStream } from "./stream.js";

const [newestThereIs] = restForms;

const binding = "HTTP+JSON";

const jsonType = "application/json";

/**
 * The HTTP+JSON binding: a request at one of its paths, from its bytes to its answer.
 *
 * @see A2A 1.0, section 11
 */
export async function answerRest(endpoint: Endpoint, exchange: Exchange, form: RestForm, { routes, members }: RestPlace): Promise<Answer> {
  const route = routes.get(exchange.verb);
  let bytes: Uint8Array | undefined;
  try {
    // First, because a page's question what it may ask is answered by it, and says the version that the page is going to name.
    if (!route) return notAllowed(endpoint, exchange, form, [...routes.keys()].join(", "));
    const { dialects, strictVersion: isStrict } = endpoint;
    assertHint(dialects, versionHint(dialects[0], exchange), { version: form.dialect.version, isStrict });
    bytes = route.verb === "POST" ? await exchange.readBody(endpoint.maxBodyBytes) : new Uint8Array();
    if (!bytes) return refuseRest(endpoint, exchange, form, "payloadTooLarge", `the body is longer than ${endpoint.maxBodyBytes} bytes`);
    // A body of nothing has no type.
    if (bytes.length > 0 && !isJson(exchange, form)) {
      const taken = [...new Set([jsonType, form.table.mediaType])].join(" or ");
      return refuseRest(endpoint, exchange, form, "unsupportedMediaType", `content-type is not ${taken}`);
    }
    const params = readRestParams(exchange, bytes, { route, members, logger: endpoint.logger });
    return await answerRoute(endpoint, exchange, { form, route, params });
  } catch (error) {
    const known = A2AError.from(error);
    const coding = contentCoding(exchange);
    if (known.code === "JSONParseError" && coding !== undefined) {
      return refuseRest(endpoint, exchange, form, "unsupportedMediaType", `content-encoding ${coding} is not read`);
    }
    // Who leaves before the body is there is no failure.
    const isCut = !bytes && exchange.client.isAborted;
    if (known !== error && !isCut) endpoint.logger.error({ error, operation: route?.operation }, "a request failed");
    return answerRestError(endpoint, exchange, form, known);
  }
}

/** Refuses a request for a reason of HTTP's own. */
export function refuseRest(endpoint: Endpoint, exchange: Exchange, form: RestForm, name: RefusalName, detail: string): Answer {
  const { httpStatus, error } = form.dialect.refusals[name];
  return answerRestError(endpoint, exchange, form, new A2AError(error, detail), httpStatus);
}

interface AskedRoute {
  readonly form: RestForm;
  readonly route: RestRoute;
  readonly params: unknown;
}

async function answerRoute(endpoint: Endpoint, exchange: Exchange, { form, route: { operation }, params }: AskedRoute): Promise<Answer> {
  const dialect = form.dialect.inShapeOf?.(params) ?? form.dialect;
  if (isStreaming(operation)) {
    const begun = await performStreaming(endpoint, exchange, { binding, dialect, operation, params });
    return answerStream(endpoint, begun, { dialect, frame: ["", ""], encodeFailure: (error) => encodeFailure(form, error) });
  }
  const { result, headers } = await performUnary(endpoint, exchange, { binding, dialect, operation, params });
  return typed(jsonAnswer(200, JSON.stringify(result), headers), exchange, form);
}

function encodeFailure({ dialect, encodeError }: RestForm, error: A2AError): string {
  return JSON.stringify(encodeError(error, answerOf(dialect, error).httpStatus));
}

/** Answers with an error, as the version says it whose path was asked. */
export function answerRestError(
  endpoint: Endpoint,
  exchange: Exchange,
  asked: RestForm,
  error: A2AError,
  status: number = answerOf(asked.dialect, error).httpStatus,
): Answer {
  // As over JSON-RPC: no older version has this error, and the caller speaks none of those that are served.
  const form = error.code === "VersionNotSupportedError" ? newestThereIs : asked;
  const headers = {
    ...(isPassing(error) && { "retry-after": "1" }),
    ...challengeHeadersOf(error, form.dialect, () => endpoint.contextAt(exchange.origin).card),
  };
  return typed(jsonAnswer(status, JSON.stringify(form.encodeError(error, status)), headers), exchange, form);
}

function notAllowed(endpoint: Endpoint, exchange: Exchange, form: RestForm, allow: string): Answer {
  const answer = refuseRest(endpoint, exchange, form, "methodNotAllowed", `${exchange.verb} is not allowed here: ${allow} is`);
  return { ...answer, headers: { ...answer.headers, allow } };
}

function isJson(exchange: Exchange, { table }: RestForm): boolean {
  const type = typeOf(exchange);
  return type === jsonType || type === table.mediaType;
}

/** The media type of the body, whose case does not matter, without its parameters. */
function typeOf(exchange: Exchange): string | undefined {
  return exchange.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/** The version's own media type goes to those who know it; the bodies are the same. What is read is for one caller, and nothing for a cache. */
function typed(answer: Answer, exchange: Exchange, { dialect, table: { mediaType } }: RestForm): Answer {
  const headers: Record<string, string> = Object.assign({}, answer.headers);
  if (mediaType !== jsonType && (exchange.header("accept")?.toLowerCase().includes(mediaType) || typeOf(exchange) === mediaType)) {
    headers["content-type"] = mediaType;
  }
  const { headers: names, private: forOne } = dialect.card.caching;
  // Caches may keep no other answer unless they are told to: RFC 9111, section 3.
  if (exchange.verb === "GET") headers[names.control.toLowerCase()] = forOne;
  return Object.assign({}, answer, { headers });
}
