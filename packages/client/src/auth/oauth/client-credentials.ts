import { clientCredentialsGrantRequest, processClientCredentialsResponse } from "oauth4webapi";
import type { CredentialSource } from "../credential.js";
import type { OAuthOptions } from "./oauth-options.js";
import { assertGiven } from "./oauth-options.js";
import type { Grant } from "./token-source.js";
import { createTokenSource } from "./token-source.js";

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends OAuthOptions {
  readonly clientSecret: string;
}

/**
 * Tokens for a program that acts for itself.
 *
 * @throws TypeError for options that are missing. The source throws LocalError `UNAUTHORIZED`, `NETWORK`, `TIMEOUT`
 * @see RFC 6749, section 4.4
 */
export function clientCredentials(options: ClientCredentialsOptions): CredentialSource {
  const { clientId, clientSecret } = options;
  assertGiven({ clientId, clientSecret });
  return createTokenSource(options, grant);
}

const grant: Grant = {
  async obtain({ server, client, authenticate, parameters, http }) {
    const response = await clientCredentialsGrantRequest(server, client, authenticate, parameters, http);
    return processClientCredentialsResponse(server, client, response);
  },
};
