import { isCryptoKey } from "@a2a/core/internal";
import type { Jwk } from "@a2a/core/signing";
import { publicJwk, signCard } from "@a2a/core/signing";
import { exportJWK, SignJWT } from "jose";
import type { CompleteAgentSigner } from "./signing-options.js";

/** Signs a card as it is on the wire, with every key. */
export function signWire(wire: object, keys: readonly CompleteAgentSigner[]): Promise<object> {
  return signCard(wire, keys);
}

/**
 * The public halves of keys, as a JSON Web Key Set.
 *
 * @throws TypeError for a key that has none
 */
export async function keySetOf(keys: readonly CompleteAgentSigner[]): Promise<string> {
  return JSON.stringify({ keys: await Promise.all(keys.map(shownKey)) });
}

async function shownKey({ publicKey, kid, alg }: CompleteAgentSigner): Promise<Jwk> {
  const jwk = publicJwk(isCryptoKey(publicKey) ? await exportJWK(publicKey) : publicKey);
  if (!jwk) throw new TypeError(`the key ${kid} has no public half to be shown`);
  return { ...jwk, kid, alg, use: "sig" };
}

/** A call of a webhook, as far as it is signed. */
export interface SignedCall {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What else a JWT says. */
export interface CallClaims {
  readonly issuer: string | undefined;
  readonly lifetimeSeconds: number;
  readonly at: Date;
}

/**
 * Makes the JWT of a call: who sends it, to whom, when, and the hash of what. One that is tried again has the same `jti`, that of what it tells.
 *
 * @see A2A 0.3, section 9.5
 */
export async function signCall(
  { url, headers, body }: SignedCall,
  { key, alg, kid, jku }: CompleteAgentSigner,
  { issuer, lifetimeSeconds, at }: CallClaims,
): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(String(body)));
  const issuedAt = Math.floor(at.getTime() / 1000);
  const claims = {
    ...(issuer !== undefined && { iss: issuer }),
    aud: url,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    jti: headers.get("webhook-id") ?? crypto.randomUUID(),
    // The claim of the official samples.
    request_body_sha256: [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
  const header = { alg, kid, typ: "JWT", ...(jku !== undefined && { jku }) };
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}
