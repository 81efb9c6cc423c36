import { A2AError } from "@a2a/core";
import type { Dialect, RequestId, RpcError } from "@a2a/core/internal";
import { answerOf, dialectFor, encodeError } from "@a2a/core/internal";
import { dialects } from "@a2a/core/internal/dialects";
import type { Answer, Exchange } from "../http/exchange.js";
import { jsonAnswer } from "../http/exchange.js";
import { challengeHeadersOf } from "./challenge.js";
import type { Endpoint } from "./endpoint.js";

const [newestThereIs] = dialects;

/** A reason that HTTP has for refusing a request. */
export type RefusalName = keyof Dialect["refusals"];

/** Refuses a request for a reason of HTTP's own; the body says it as JSON all the same. */
export function refuse(
  endpoint: Endpoint,
  exchange: Exchange,
  name: RefusalName,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const [newest] = endpoint.dialects;
  const { httpStatus, error } = newest.refusals[name];
  const answer = answerError(endpoint, exchange, new A2AError(error, detail));
  return { ...answer, status: httpStatus, headers: { ...answer.headers, ...headers } };
}

/**
 * Answers a JSON-RPC request with an error: in the shape of the version that it speaks, and where that is not known in one that every version
 * reads.
 */
export function answerError(
  endpoint: Endpoint,
  exchange: Exchange,
  error: A2AError,
  known: { readonly id?: RequestId; readonly dialect?: Dialect } = {},
): Answer {
  const [newest] = endpoint.dialects;
  const hinted = dialectFor(endpoint.dialects, versionHint(newest, exchange) ?? "");
  // Callers of a preview read what those of the newest do, and know what it adds.
  const spoken = hinted === newest || hinted?.isPreview ? hinted : undefined;
  // No older version has this error, and the caller speaks none of those that are served.
  const dialect = error.code === "VersionNotSupportedError" ? newestThereIs : (known.dialect ?? spoken);
  const { jsonrpcHttpStatus: status = 200 } = answerOf(dialect ?? newest, error);
  const body = encodeError(known.id ?? null, dialect ? dialect.encodeError(error) : plain(newest.encodeError(error)));
  return jsonAnswer(status, body, {
    ...(isPassing(error) && { "retry-after": "1" }),
    ...challengeHeadersOf(error, dialect ?? newest, () => endpoint.contextAt(exchange.origin).card),
  });
}

/** How a body is compressed, which nobody undoes here; undefined where it is not. Frameworks that undo it leave the header as it came. */
export function contentCoding(exchange: Exchange): string | undefined {
  const coding = exchange.header("content-encoding")?.trim().toLowerCase();
  return coding === "" || coding === "identity" ? undefined : coding;
}

/** Whether the same request may succeed in a while. */
export function isPassing({ code }: A2AError): boolean {
  return code === "RateLimitedError" || code === "ResourceUnavailableError";
}

/** The version that a request names: header first, else query. Case matters in neither's name. */
export function versionHint(newest: Dialect, exchange: Exchange): string | undefined {
  const name = newest.headers.version;
  if (name === undefined) return undefined;
  const inHeader = exchange.header(name);
  if (inHeader) return inHeader;
  for (const [key, value] of exchange.queryEntries()) if (value !== "" && key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}

// Details have a shape of their own in each version.
function plain({ code, message }: RpcError): RpcError {
  return { code, message };
}
