import { A2AError } from "@a2a/core";
import { assertHint } from "@a2a/core/internal";
import type { Endpoint, Incoming } from "@a2a/server/internal";
import type { DescMessage } from "@bufbuild/protobuf";
import type { GrpcForm } from "./forms.js";

/** Reads the params of a request. */
export type ReadRequest = (incoming: Incoming, bytes: Buffer) => unknown;

/**
 * Makes what reads the requests of an rpc. It throws `ResourceUnavailableError` where the agent closes, `VersionNotSupportedError` where the call names
 * a version that is not served, whatever its package says, `MethodNotFoundError` where it has to name that of the package and does not, and
 * `InvalidParamsError` where its bytes are no message of that type.
 */
export function createReadRequest(endpoint: Endpoint, { dialect, codecOf }: GrpcForm, input: DescMessage): ReadRequest {
  const { dialects, strictVersion: isStrict, isClosed } = endpoint;
  const { version, headers } = dialect;
  const codec = codecOf(input);
  return (incoming, bytes) => {
    if (isClosed()) throw closing();
    assertHint(dialects, headers.version && incoming.header(headers.version), { version, isStrict });
    const parsed = codec.decode(bytes);
    if (!parsed.ok) throw new A2AError("InvalidParamsError", parsed.detail);
    return parsed.value;
  };
}

/** The error for whoever asks while the agent closes. */
export function closing(): A2AError {
  return new A2AError("ResourceUnavailableError", "the agent is shutting down");
}
