import type { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { isObject, refinedAnswerOf } from "@a2a/core/internal";
import { dialects, grpcStatuses } from "@a2a/core/internal/dialects";
import type { Endpoint, Incoming } from "@a2a/server/internal";
import { challengeHeadersOf, isPassing } from "@a2a/server/internal";
import type { StatusObject } from "@grpc/grpc-js";
import { Metadata, status } from "@grpc/grpc-js";
import { encodeStatus, retryInfo, statusTrailer } from "../standard/status.js";

// Every package says its errors as the newest version does: A2A 1.0, section 10.6. Only what that lacks, another says itself.
const [newest] = dialects;

/** The status that a call ends with that is refused, with the details of the error in its trailers. */
export function encodeRefusal(endpoint: Endpoint, incoming: Incoming, error: A2AError, dialect: Dialect): StatusObject {
  const own = refinedAnswerOf(dialect, error);
  const { message, data } = (own ? dialect : newest).encodeError(error);
  const code = status[own?.grpcStatus ?? grpcStatuses[error.code]];
  const details = Array.isArray(data) ? data.filter(isObject) : [];
  const metadata = new Metadata();
  const bytes = encodeDetails(code, message, isPassing(error) ? [...details, comeBack] : details);
  if (bytes) metadata.set(statusTrailer, bytes);
  const headers = challengeHeadersOf(error, newest, () => endpoint.contextAt(incoming.origin).card);
  for (const name in headers) metadata.set(name, headers[name] ?? "");
  return { code, details: message, metadata };
}

const comeBack = { "@type": retryInfo, retryDelay: { seconds: 1 } };

// Most clients take 8 KiB of trailers, in which bytes are base64; a client that is sent more of them has no status at all.
const maxDetailBytes = 4096;
const maxTextLength = 1024;

/** Nothing where the details are not what their types say, as an author may have given them: the call is to end all the same. */
function encodeDetails(code: number, message: string, details: readonly object[]): Buffer | undefined {
  try {
    const whole = encodeStatus({ code, message, details });
    if (whole.length <= maxDetailBytes) return whole;
    const shortened = encodeStatus({ code, message, details: details.map(withShortFacts) });
    return shortened.length <= maxDetailBytes ? shortened : encodeStatus({ code, message, details: details.map(withoutFacts) });
  } catch {
    return undefined;
  }
}

function withShortFacts(detail: { readonly metadata?: unknown }): object {
  if (!isObject(detail.metadata)) return detail;
  const facts = Object.entries(detail.metadata).map(([name, text]) => [name, String(text).slice(0, maxTextLength)]);
  return { ...detail, metadata: Object.fromEntries(facts) };
}

function withoutFacts({
  metadata,
  fieldViolations,
  ...detail
}: {
  readonly metadata?: unknown;
  readonly fieldViolations?: unknown;
}): object {
  return detail;
}
