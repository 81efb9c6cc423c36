import { A2AError } from "@a2a/core";
import type { FetchImplementation, JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { JwtClaims, JwtSettings } from "./jwt-options.js";

/** What is the JWT's fault, by the codes that jose has for it. */
const faults: readonly string[] = [
  ...["ERR_JWT_EXPIRED", "ERR_JWT_CLAIM_VALIDATION_FAILED", "ERR_JWT_INVALID", "ERR_JWS_INVALID", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"],
  ...["ERR_JOSE_ALG_NOT_ALLOWED", "ERR_JOSE_NOT_SUPPORTED", "ERR_JWKS_NO_MATCHING_KEY", "ERR_JWKS_MULTIPLE_MATCHING_KEYS"],
];

/** Makes what reads the claims of a JWT; nothing where it is not valid. */
export function createClaimsOf({
  keys,
  issuer,
  audience,
  algorithms,
  clockToleranceSeconds,
}: JwtSettings): (token: string) => Promise<JwtClaims | undefined> {
  const getKey = getKeyOf(keys);
  const options = {
    issuer,
    audience: typeof audience === "string" ? audience : [...audience],
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds,
    // A token that is valid for ever cannot be taken back.
    requiredClaims: ["exp"],
  };
  return async (token) => {
    try {
      return (await jwtVerify(token, getKey, options)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && faults.includes(error.code)) return undefined;
      throw error;
    }
  };
}

/** jose remembers keys that it has fetched, and asks again at most twice a minute for one that it does not have: anybody can make one up. */
function getKeyOf(keys: JwtSettings["keys"]): JWTVerifyGetKey {
  // safe: jose checks it
  if (!(keys instanceof URL)) return createLocalJWKSet(keys as unknown as JSONWebKeySet);
  const getKey = createRemoteJWKSet(keys, { [customFetch]: createKeyFetch() });
  return async (header, token) => {
    try {
      return await getKey(header, token);
    } catch (error) {
      if (error instanceof errors.JOSEError && faults.includes(error.code)) throw error;
      throw new A2AError("ResourceUnavailableError", "the keys that sign the tokens cannot be had", { cause: error });
    }
  };
}

// Keys that cannot be had are not asked for again with every token.
const pauseAfterFailureMs = 5_000;

function createKeyFetch(): FetchImplementation {
  let untilMs = 0;
  return async (url, init) => {
    if (Date.now() < untilMs) throw new Error(`${url} could not be read a moment ago`);
    untilMs = Date.now() + pauseAfterFailureMs;
    const response = await fetch(url, init);
    if (response.ok) untilMs = 0;
    return response;
  };
}
