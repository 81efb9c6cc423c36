import { withPatience } from "@a2a/client/internal";
import { A2AError, LocalError } from "@a2a/core";
import { errorTable, isObject } from "@a2a/core/internal";
import { restClientV11 } from "@a2a/core/internal/rest";
import type { Metadata, StatusObject } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { decodeStatus, retryInfo, statusTrailer } from "../standard/status.js";
import { namedInText } from "./named-in-text.js";

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
 * What the end of a call is to the caller: the reason of the limit; what the agent says, by its `google.rpc.ErrorInfo` first, then by a name in
 * its text, then by its status; or what has become of the call where nobody said anything.
 *
 * @param headers what the answer began with, if it did
 * @see A2A 1.0, section 10.6
 */
export function failureOf(call: Failing, ended: StatusObject, headers?: Metadata): unknown {
  const { limit } = call;
  if (limit.aborted) return limit.reason;
  if (headers && isUnreadable(ended)) {
    const options = { cause: new Error(ended.details) };
    return new LocalError("BAD_RESPONSE", `${call.url} answered ${call.operation} in a compression that cannot be read`, options);
  }
  const { code, details: text, metadata } = ended;
  const [bytes] = metadata.get(statusTrailer);
  const said = bytes instanceof Buffer ? decodeStatus(bytes) : undefined;
  const patience = patienceIn(said?.details ?? []) ?? patienceOf(metadata) ?? (headers && patienceOf(headers));
  const isSilent = !said?.details.length && patience === undefined;
  const silent = isSilent ? (namedInText(text) ?? silentFailureOf(call, code, text, headers !== undefined)) : undefined;
  if (silent) return silent;
  // HTTP+JSON says its errors as the same message, and only the preview has names of its own besides those of 1.0. What no table knows is the agent's own failure.
  const body = { error: { status: status[code], message: text, details: said?.details } };
  const error = restClientV11.decodeError(errorTable.InternalError.httpStatus, body) ?? new A2AError("InternalError", text);
  return patience === undefined ? error : withPatience(error, { headers: new Headers({ "retry-after": patience }) });
}

/**
 * Whether grpc-js has ended a call because it could not uncompress an answer: where that is none of its compressions, it says neither a status nor a
 * text. A server says the same of a request, but before it answers.
 */
function isUnreadable({ code, details }: Partial<StatusObject>): boolean {
  return code === undefined || (code === status.INTERNAL && /^Failed to decompress \S+-encoded message$/.test(details ?? ""));
}

/** What grpc-js says itself, and statuses that say more with what was asked, or of the connection than of the agent; undefined for other answers. */
function silentFailureOf(
  { url, operation, timeoutMs, maxResponseBytes }: Failing,
  code: status,
  text: string,
  hasBegun: boolean,
): Error | undefined {
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
      if (!/^Received message .*larger than/.test(text)) return undefined;
      // A server says the same of a request, but before it answers: to send that again would be in vain.
      if (!hasBegun) return new A2AError("InvalidRequestError", text);
      return new LocalError("BAD_RESPONSE", `${url} answered ${operation} with more than ${maxResponseBytes} bytes`, options);
    case status.FAILED_PRECONDITION:
      // The status of many errors. One of them is of canceling alone, and the official SDK of 0.3 says it so.
      return operation === "CancelTask" ? new A2AError("TaskNotCancelableError", text) : undefined;
    case status.UNKNOWN:
    case status.UNIMPLEMENTED:
      if (!/^(?:Received HTTP status code|No status information)/.test(text)) return undefined;
      return new LocalError("BAD_RESPONSE", `${url} does not speak gRPC: ${text}`, options);
    default:
      return undefined;
  }
}

/** When to ask again, by `google.rpc.RetryInfo`: in seconds. */
function patienceIn(details: readonly object[]): string | undefined {
  const info = details.find((detail: { readonly "@type"?: unknown }) => detail["@type"] === retryInfo);
  if (!info || !("retryDelay" in info) || !isObject(info.retryDelay)) return undefined;
  const { seconds = 0, nanos = 0 } = info.retryDelay;
  return String(Math.max(0, Math.ceil(Number(seconds) + Number(nanos) / 1e9)));
}

/** The same as HTTP has it, which is what a server in between says. */
function patienceOf(metadata: Metadata): string | undefined {
  const [value] = metadata.get("retry-after");
  return typeof value === "string" ? value : undefined;
}
