import { LocalError } from "@a2a/core";
import { unreachable } from "@a2a/core/internal";
import type { CredentialSource } from "../credential.js";
import type { ClientCredentialsOptions } from "./client-credentials.js";
import { clientCredentials } from "./client-credentials.js";
import type { DeviceCodeOptions } from "./device-code.js";
import { deviceCode } from "./device-code.js";
import type { RefreshTokenOptions } from "./refresh-token.js";
import { refreshToken } from "./refresh-token.js";

/** Options of `openIdConnect`: the grant, and its options. */
export type OpenIdConnectOptions =
  | ({ readonly grant: "clientCredentials" } & ClientCredentialsOptions)
  | ({ readonly grant: "deviceCode" } & DeviceCodeOptions)
  | ({ readonly grant: "refreshToken" } & RefreshTokenOptions);

/**
 * Tokens of an OpenID Connect provider, which is found at the address in the card. A user is asked for the scope `openid` unless others are said.
 *
 * @throws TypeError for options that are missing. The source throws LocalError `UNAUTHORIZED`, `NETWORK`, `TIMEOUT`
 * @see OpenID Connect Discovery 1.0
 */
export function openIdConnect(options: OpenIdConnectOptions): CredentialSource {
  const source = sourceOf(options);
  return (need) => {
    if (!need.scheme.openIdConnectSecurityScheme) throw new LocalError("UNAUTHORIZED", `no token: ${need.name} is not OpenID Connect`);
    return source(need);
  };
}

function sourceOf(options: OpenIdConnectOptions): CredentialSource {
  switch (options.grant) {
    case "clientCredentials":
      return clientCredentials(options);
    case "deviceCode":
      // OpenID Connect Core 1.0, section 3.1.2.1: without it a request is none of OpenID Connect.
      return deviceCode({ ...options, scopes: options.scopes ?? ["openid"] });
    case "refreshToken":
      return refreshToken(options);
    default:
      return unreachable(options);
  }
}
