import { urlOf } from "../card/web-url.js";
import type { SigningAlgorithm } from "./algorithms.js";
import { isSigningAlgorithm, signingAlgorithms } from "./algorithms.js";
import type { Jwk } from "./jwk.js";
import { publicJwk } from "./jwk.js";

/** Who signs: a private key, and how those who verify find its public half. */
export interface Signer {
  readonly key: Jwk | CryptoKey;
  /** Default: the `alg` of a JWK. */
  readonly alg?: SigningAlgorithm;
  /** The name of the key; default: the `kid` of a JWK. */
  readonly kid?: string;
  /** Where the public key is to be had, as a JSON Web Key Set. */
  readonly jku?: string | URL;
}

/** A signer with everything that a signature says. */
export interface CompleteSigner {
  readonly key: Jwk | CryptoKey;
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly jku?: string;
}

/**
 * Checks a signer and fills in what its key says.
 *
 * @throws TypeError
 */
export function completeSigner({ key, jku, ...given }: Signer): CompleteSigner {
  const { alg = "kty" in key ? key.alg : undefined, kid = "kty" in key ? key.kid : undefined } = given;
  if (!isSigningAlgorithm(alg)) throw new TypeError(`alg of a signer must be one of ${signingAlgorithms.join(", ")}: ${alg}`);
  if (typeof kid !== "string" || kid === "") throw new TypeError("a signer needs a kid, which names its key");
  if (!isPrivate(key)) throw new TypeError(`the key ${kid} of a signer is no private key`);
  if (jku !== undefined && !urlOf(jku)) throw new TypeError(`jku of a signer must be an absolute URL: ${jku}`);
  return { key, alg, kid, ...(jku !== undefined && { jku: String(jku) }) };
}

/** Whether a key can sign what a public key verifies. */
function isPrivate(key: Jwk | CryptoKey): boolean {
  return isCryptoKey(key) ? key.type === "private" : publicJwk(key) !== undefined && typeof key.d === "string";
}

/** Whether a key is one of the Web Cryptography API. */
export function isCryptoKey(key: Jwk | CryptoKey): key is CryptoKey {
  return "type" in key && "algorithm" in key;
}
