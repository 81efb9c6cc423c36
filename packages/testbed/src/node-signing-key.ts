import { generateKeyPairSync } from "node:crypto";

/** A private key for ES256 that no other testbed has, as a JSON Web Key. */
export function createSigningKey(): JsonWebKey {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
}
