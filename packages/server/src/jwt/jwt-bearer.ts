import type { Verifier } from "../caller/verifier.js";
import type { JwtBearerOptions } from "./jwt-options.js";
import { completeJwtOptions } from "./jwt-options.js";
import { createClaimsOf } from "./verify-jwt.js";

/**
 * Verifies JWTs, for a scheme of `Bearer`, OAuth 2 or OpenID Connect: signature, issuer, audience and time.
 *
 * @throws TypeError for options that cannot be meant
 * @see RFC 7519, RFC 8725
 */
export function jwtBearer(options: JwtBearerOptions): Verifier {
  const settings = completeJwtOptions(options);
  const claimsOf = createClaimsOf(settings);
  return {
    kind: "bearer",
    async verify(token) {
      const claims = await claimsOf(token);
      return claims && settings.callerFrom(claims);
    },
  };
}
