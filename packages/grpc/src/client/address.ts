import { isPrivate, urlOf } from "@a2a/core/internal";
import type { CompleteGrpcClientOptions } from "./options.js";

/** Where an agent is called. */
export interface Address {
  /** As a URL: what policies decide on, and what sources of credentials are told. */
  readonly url: string;
  /** As grpc-js names it. */
  readonly target: string;
  readonly isEncrypted: boolean;
}

/**
 * Reads the address of an interface: host and port as 1.0 has it, or a URL as 0.3 and practice have it. Nothing of gRPC is in a path, so that one does
 * not count. What does not say whether it is encrypted is, unless it stays on this machine or the options say otherwise.
 *
 * @returns undefined where it is none
 * @see A2A 1.0, section 4.4.6
 */
export function parseAddress(address: string, { plaintext, tls, credentials }: CompleteGrpcClientOptions): Address | undefined {
  const [, scheme, rest = address] = /^(https?|grpcs?):\/\/(.*)$/is.exec(address) ?? [];
  const named = parse(`http://${rest}`);
  if (!named || (scheme === undefined && /[/?#\\]/.test(rest))) return undefined;
  const isSaid = scheme === undefined ? !plaintext && (tls !== undefined || !isPrivate(named)) : /s$/i.test(scheme);
  const isEncrypted = credentials?._isSecure() ?? isSaid;
  // Parsed anew: a port that is usual for one scheme is left out of its URLs.
  const url = parse(`${isEncrypted ? "https" : "http"}://${rest}`);
  if (!url) return undefined;
  // Without the scheme of its own, a host called unix or ipv4 would be one.
  return { url: url.origin, target: `dns:///${url.hostname}:${url.port || (isEncrypted ? "443" : "80")}`, isEncrypted };
}

function parse(text: string): URL | undefined {
  const url = urlOf(text);
  return url?.username === "" && url.password === "" ? url : undefined;
}
