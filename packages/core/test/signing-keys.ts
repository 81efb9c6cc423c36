import { exportJWK, generateKeyPair } from "jose";
import type { Jwk, Jwks, Signer, SigningAlgorithm } from "../src/signing.js";

/** A key that was made for a test, as its owner and as everybody else has it. */
export interface TestKey {
  readonly signer: Signer & { readonly key: Jwk };
  readonly publicKey: Jwk;
  readonly jwks: Jwks;
}

/** Makes a key. */
export async function makeKey(kid: string, alg: SigningAlgorithm = "ES256"): Promise<TestKey> {
  const { privateKey, publicKey: made } = await generateKeyPair(alg, { extractable: true });
  const publicKey: Jwk = { ...(await exportJWK(made)), kid, alg };
  return { signer: { key: { ...(await exportJWK(privateKey)), kid, alg } }, publicKey, jwks: { keys: [publicKey] } };
}

/** Text as JSON in base64url. */
export function base64UrlJson(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
