import type { Verifier } from "../caller/verifier.js";
import type { JwtBearerOptions, JwtClaims } from "./jwt-options.js";
import { completeJwtOptions } from "./jwt-options.js";

/**
 * Verifies JWTs, for a scheme of `Bearer`, OAuth 2 or OpenID Connect: signature, issuer, audience and time. Needs the package `jose`, which is loaded when
 * the first one comes.
 *
 * @throws TypeError for options that cannot be meant
 * @see RFC 7519, RFC 8725
 */
export function jwtBearer(options: JwtBearerOptions): Verifier {
  const settings = completeJwtOptions(options);
  let claimsOf: ((token: string) => Promise<JwtClaims | undefined>) | undefined;
  return {
    kind: "bearer",
    async verify(token) {
      claimsOf ??= (await import("./verify-jwt.js")).createClaimsOf(settings);
      const claims = await claimsOf(token);
      return claims && settings.callerFrom(claims);
    },
  };
}
