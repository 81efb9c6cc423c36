import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor, dialects, versionNotSupported } from "@a2a/core/internal";
import type { Endpoint, Incoming } from "@a2a/server/internal";
import type { Codec } from "../codec/codec.js";

// The older version over gRPC has no name for it.
const versionHeader = dialects[0].headers.version;

/**
 * Reads the params of a request.
 *
 * @throws A2AError `ResourceUnavailableError` where the agent closes, `VersionNotSupportedError` where the call names a version that is not served,
 * whatever its path says, `InvalidParamsError` where its bytes are no message of that type
 */
export function readRequest({ dialects: served, isClosed }: Endpoint, incoming: Incoming, bytes: Buffer, codec: Codec): unknown {
  if (isClosed()) throw closing();
  const hint = versionHeader && incoming.header(versionHeader);
  if (hint && !dialectFor<Dialect>(served, hint)) throw versionNotSupported(served, hint);
  const parsed = codec.decode(bytes);
  if (!parsed.ok) throw new A2AError("InvalidParamsError", parsed.detail);
  return parsed.value;
}

/** The error for whoever asks while the agent closes. */
export function closing(): A2AError {
  return new A2AError("ResourceUnavailableError", "the agent is shutting down");
}
