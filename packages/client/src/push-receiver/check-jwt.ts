import { hexDigest, isSameSecret } from "./digest.js";
import type { JwtOptions, JwtSettings } from "./jwt-options.js";
import { completeJwtOptions } from "./jwt-options.js";
import { Refused } from "./refused.js";

/** A JWT that was found to be the sender's. */
export interface CheckedJwt {
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** SHA-256 in hexadecimal of the body that it is for; absent where it is for any. */
  readonly bodyHash?: string;
}

/** Checks JWTs, for which the package `jose` is loaded when the first one comes. */
export interface JwtCheck {
  /** How long a JWT is taken after it was issued. */
  readonly maxAgeMs: number;
  /**
   * Checks the signature and the claims.
   *
   * @throws Refused; what the keys could not be had for
   */
  check(authorization: string | null): Promise<CheckedJwt>;
  /**
   * Checks that the JWT is for this body.
   *
   * @param parsed the body as it was understood
   * @throws Refused
   */
  checkBody(jwt: CheckedJwt, body: Uint8Array, parsed: unknown): Promise<void>;
}

// The claim of the official samples; nothing else is in use.
const bodyHashClaim = "request_body_sha256";

/**
 * Makes the check of JWTs.
 *
 * @throws TypeError for options that cannot be meant
 * @see A2A 0.3, section 9.5
 */
export function createJwtCheck(options: JwtOptions): JwtCheck {
  const settings = completeJwtOptions(options);
  let verify: ((token: string) => Promise<CheckedJwt["claims"]>) | undefined;
  return {
    maxAgeMs: (settings.maxAgeSeconds + settings.clockToleranceSeconds) * 1000,
    async check(authorization) {
      const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) throw new Refused("UnauthenticatedError", "there is no JWT in the Authorization header");
      verify ??= (await import("./verify-jwt.js")).createJwtVerifier(settings);
      const claims = await verify(token);
      return { token, claims, ...bodyHashOf(claims, settings) };
    },
    async checkBody({ bodyHash }, body, parsed) {
      if (bodyHash === undefined || (await isSameSecret(bodyHash, await hexDigest(body)))) return;
      // The samples hash the JSON as it is without spaces, and some send it with them. It is the same value.
      if (await isSameSecret(bodyHash, await hexDigest(JSON.stringify(parsed)))) return;
      throw new Refused("UnauthenticatedError", "the JWT is for another body");
    },
  };
}

function bodyHashOf(claims: CheckedJwt["claims"], { requireBodyHash }: JwtSettings): Pick<CheckedJwt, "bodyHash"> {
  const hash = claims[bodyHashClaim];
  if (typeof hash === "string") return { bodyHash: hash.toLowerCase() };
  if (hash === undefined && !requireBodyHash) return {};
  throw new Refused("UnauthenticatedError", `the JWT has no hash of the body in ${bodyHashClaim}`);
}
