import type { TokenEndpointResponse } from "oauth4webapi";
import { processRefreshTokenResponse, refreshTokenGrantRequest } from "oauth4webapi";
import type { CredentialSource } from "../credential.js";
import type { OAuthOptions } from "./oauth-options.js";
import { assertGiven } from "./oauth-options.js";
import type { GrantContext } from "./token-source.js";
import { createTokenSource } from "./token-source.js";

/** Options of `refreshToken`. */
export interface RefreshTokenOptions extends OAuthOptions {
  /** The one that the user has been given, by an authorization in a browser for instance. */
  readonly refreshToken: string;
  /** Told of each new one: the one before is often worth nothing from then on. Keep it for the next start. */
  readonly onRefreshToken?: (refreshToken: string) => void | Promise<void>;
}

/**
 * Tokens for a program that acts for a user who has allowed it before.
 *
 * @throws TypeError for options that are missing. The source throws LocalError `UNAUTHORIZED`, `NETWORK`, `TIMEOUT`
 * @see RFC 6749, section 6
 */
export function refreshToken(options: RefreshTokenOptions): CredentialSource {
  const { clientId, refreshToken: given } = options;
  assertGiven({ clientId, refreshToken: given });
  return createTokenSource(options, { obtain: (context) => refresh(context, context.refreshToken ?? given) });
}

/** Gets a new token for a refresh token. */
export async function refresh(
  { server, client, authenticate, parameters, http }: GrantContext,
  token: string,
): Promise<TokenEndpointResponse> {
  const at = { ...server, token_endpoint: server.refresh_endpoint };
  const response = await refreshTokenGrantRequest(at, client, authenticate, token, { ...http, additionalParameters: parameters });
  return processRefreshTokenResponse(at, client, response);
}
