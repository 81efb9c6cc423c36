import { withPatience } from "@a2a/client/internal";
import { isA2AError, LocalError } from "@a2a/core";
import { errorTable, isObject } from "@a2a/core/internal";
import { restClientV10 } from "@a2a/core/internal/rest";
import type { Metadata, StatusObject } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { decodeStatus, retryInfo, statusTrailer } from "../standard/status.js";
import { headersOf } from "./metadata.js";

/** A call, as far as its failure has to tell of it. */
export interface Failing {
  /** Whom errors name. */
  readonly url: string;
  /** What was asked for, for errors. */
  readonly operation: string;
  readonly timeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  /** Why the caller gave the call up, where it did. */
  readonly limit: AbortSignal;
}

/**
 * What the end of a call is to the caller: the reason of the limit; what the agent says, by its `google.rpc.ErrorInfo` first, else by its status; or
 * what has become of the call where nobody said anything.
 *
 * @param ended.headers what the answer began with, if it did
 * @see A2A 1.0, section 10.6
 */
export function failureOf(call: Failing, ended: { readonly status: StatusObject; readonly headers: Metadata | undefined }): unknown {
  const { limit } = call;
  if (limit.aborted) return limit.reason;
  const { code, details: text, metadata } = ended.status;
  const [bytes] = metadata.get(statusTrailer);
  const said = bytes instanceof Buffer ? decodeStatus(bytes) : undefined;
  const headers = headersOf(ended.headers, metadata);
  const retryAfterSeconds = patienceIn(said?.details ?? []);
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  const isSilent = !said?.details.length && !headers.has("retry-after");
  const local = isSilent ? localFailureOf(call, code, text, ended.headers !== undefined) : undefined;
  if (local) return local;
  const body = { error: { status: status[code], message: text, details: said?.details } };
  // HTTP+JSON says its errors as the same message. What no table knows is the agent's own failure.
  const error = restClientV10.decodeError(errorTable.InternalError.httpStatus, body);
  return isA2AError(error)
    ? withPatience(error, { headers })
    : new LocalError("BAD_RESPONSE", `${call.url} ended the call without a status`);
}

/** What grpc-js says itself, and statuses that say of the connection more than of the agent; undefined for an answer. */
function localFailureOf(
  { url, operation, timeoutMs, maxResponseBytes }: Failing,
  code: status,
  text: string,
  hasBegun: boolean,
): LocalError | undefined {
  const options = { cause: new Error(text) };
  switch (code) {
    case status.OK:
      return new LocalError("BAD_RESPONSE", `${url} answered ${operation} with nothing`);
    case status.UNAVAILABLE:
    // Not by us: a server that is being stopped, or something before it.
    case status.CANCELLED:
      return new LocalError("NETWORK", `${url} cannot be reached, or the connection broke`, options);
    case status.DEADLINE_EXCEEDED:
      return new LocalError("TIMEOUT", `${url} did not answer${timeoutMs === undefined ? " in time" : ` within ${timeoutMs} ms`}`, options);
    case status.INTERNAL:
      // What lies between ends streams so that have been open for long.
      return text.startsWith("Received RST_STREAM") ? new LocalError("NETWORK", `${url} broke the call off`, options) : undefined;
    case status.RESOURCE_EXHAUSTED:
      // A server says the same of a request that is too long, but before it answers.
      if (!hasBegun || !/^Received message .*larger than/.test(text)) return undefined;
      return new LocalError("BAD_RESPONSE", `${url} answered ${operation} with more than ${maxResponseBytes} bytes`, options);
    case status.UNKNOWN:
    case status.UNIMPLEMENTED:
      if (!/^(?:Received HTTP status code|No status information)/.test(text)) return undefined;
      return new LocalError("BAD_RESPONSE", `${url} does not speak gRPC: ${text}`, options);
    default:
      return undefined;
  }
}

/** When to ask again, by `google.rpc.RetryInfo`. */
function patienceIn(details: readonly object[]): number | undefined {
  const info = details.find((detail: { readonly "@type"?: unknown }) => detail["@type"] === retryInfo);
  if (!info || !("retryDelay" in info) || !isObject(info.retryDelay)) return undefined;
  const { seconds = 0, nanos = 0 } = info.retryDelay;
  return Math.max(0, Math.ceil(Number(seconds) + Number(nanos) / 1e9));
}
