/** Algorithms of JSON Web Signature whose signatures are checked with a public key: RFC 7518, section 3.1, RFC 8037 and RFC 9864. */
export type SigningAlgorithm =
  | ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512")
  | ("EdDSA" | "Ed25519");

/** All of them: none without a key, and none with a shared secret, which everybody who checks could sign with. */
export const signingAlgorithms: readonly SigningAlgorithm[] = [
  ...(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"] as const),
  ...(["EdDSA", "Ed25519"] as const),
];

/** Whether a name is one of theirs. */
export function isSigningAlgorithm(name: unknown): name is SigningAlgorithm {
  return signingAlgorithms.some((each) => each === name);
}
