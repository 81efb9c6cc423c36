import { mergeHeaders } from "../http/merge-headers.js";
import type { StreamOptions } from "./transport.js";
import type { TransportSettings } from "./transport-factory.js";

/**
 * What a call says beside its message: the caller's own headers, then those that the protocol gives a meaning to. Another binding than HTTP has them
 * under the same names.
 *
 * @param own what the binding says where the caller does not
 */
export function callHeaders(
  { dialect, headers }: Pick<TransportSettings, "dialect" | "headers">,
  call: StreamOptions,
  own: Readonly<Record<string, string>> = {},
): Headers {
  const all = mergeHeaders(own, headers, call.headers ?? {});
  if (dialect.headers.version) all.set(dialect.headers.version, dialect.version);
  if (dialect.headers.extensions && call.extensions?.length) all.set(dialect.headers.extensions, call.extensions.join(", "));
  if (call.trace) all.set("traceparent", call.trace.traceparent);
  if (call.trace?.tracestate) all.set("tracestate", call.trace.tracestate);
  if (call.lastEventId !== undefined) all.set("last-event-id", call.lastEventId);
  return all;
}
