import { LocalError } from "@a2a/core";
import { ResponseBodyError } from "oauth4webapi";

// RFC 6749, section 5.2; RFC 8628, section 3.5; RFC 8707, section 2. Other words than these are not repeated: a server knows the secrets that it
// was sent, and may say them.
const knownCodes: readonly string[] = [
  ...["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"],
  ...["authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_target"],
];

/** The reason that an authorization server gives for refusing, where it is one of those that the standards know. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ResponseBodyError ? knownCodes.find((code) => code === error.error) : undefined;
}

/**
 * What a failure to get a token is to the caller. Of an authorization server's answer nothing is kept but a code of the standards: whatever else
 * it says may have tokens in it.
 */
export function asUnauthorized(error: unknown, where: string): unknown {
  if (error instanceof LocalError) return error;
  const code = codeOf(error);
  const refused = error instanceof ResponseBodyError ? "refused" : "gave no valid answer";
  return new LocalError("UNAUTHORIZED", `no token: ${where} ${refused}${code ? ` (${code})` : ""}`);
}

/** An address as errors show it: what follows the path could be secret. */
export function shown(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
