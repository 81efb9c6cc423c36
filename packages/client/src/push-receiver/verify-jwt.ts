import { LocalError } from "@a2a/core";
import type { FetchImplementation, JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from "jose";
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { Fetch } from "../http/fetch-exchange.js";
import { exchange, readJson } from "../http/fetch-exchange.js";
import { discard } from "../http/read-chunks.js";
import type { JwtSettings } from "./jwt-options.js";
import { Refused } from "./refused.js";

const maxKeysBytes = 256 * 1024;
// Keys that cannot be had are not asked for again with every call: anybody can make one.
const pauseAfterFailureMs = 5_000;

/** What is wrong with a JWT, by the code that jose has for it; whatever has another code is not the JWT's fault. */
const faults: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "is too old",
  ERR_JWT_CLAIM_VALIDATION_FAILED: "has a claim that it must not have, or lacks one",
  ERR_JWT_INVALID: "is none",
  ERR_JWS_INVALID: "is none",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "is not signed with the key that it names",
  ERR_JOSE_ALG_NOT_ALLOWED: "is signed with an algorithm that is not taken",
  ERR_JOSE_NOT_SUPPORTED: "is signed with an algorithm that is not taken",
  ERR_JWKS_NO_MATCHING_KEY: "is signed with a key that is not known",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "does not say with which key it is signed",
};

/**
 * Makes the function that checks the signature of a JWT and its claims, and returns the claims.
 *
 * @throws Refused; where the keys cannot be had, what jose or the fetch throws
 */
export function createJwtVerifier(settings: JwtSettings): (token: string) => Promise<JWTPayload> {
  const { issuer, audience, algorithms, maxAgeSeconds, clockToleranceSeconds } = settings;
  const keys = keysOf(settings);
  const options = {
    algorithms: [...algorithms],
    maxTokenAge: maxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    ...(issuer && { issuer: [...issuer] }),
    ...(audience && { audience: [...audience] }),
  };
  return async (token) => {
    try {
      return (await jwtVerify(token, keys, options)).payload;
    } catch (error) {
      throw faultOf(error) ?? error;
    }
  };
}

function keysOf({ jwks, fetch }: JwtSettings): JWTVerifyGetKey {
  if (jwks instanceof URL) return createRemoteJWKSet(jwks, { [customFetch]: createKeyFetch(fetch) });
  // safe: jose checks it
  return createLocalJWKSet(jwks as unknown as JSONWebKeySet);
}

/** Fetches keys without redirects and bounded in length; jose remembers them, and asks again at most twice a minute for one it does not have. */
function createKeyFetch(fetch: Fetch): FetchImplementation {
  let failed: { readonly error: unknown; readonly untilMs: number } | undefined;
  return async (url, { headers, signal }) => {
    if (failed && Date.now() < failed.untilMs) throw failed.error;
    const options = { fetch, maxResponseBytes: maxKeysBytes, limit: signal };
    try {
      const response = await exchange(url, { headers }, options);
      if (!response.ok) {
        discard(response);
        throw new LocalError("BAD_RESPONSE", `${url} answered ${response.status}`);
      }
      const keys = await readJson(response, url, options);
      failed = undefined;
      return new Response(JSON.stringify(keys));
    } catch (error) {
      failed = { error, untilMs: Date.now() + pauseAfterFailureMs };
      throw error;
    }
  };
}

function faultOf(error: unknown): Refused | undefined {
  const fault = error instanceof errors.JOSEError ? faults[error.code] : undefined;
  return fault === undefined ? undefined : new Refused("UnauthenticatedError", `the JWT ${fault}`, { cause: error });
}
