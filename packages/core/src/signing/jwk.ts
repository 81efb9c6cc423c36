/** A JSON Web Key: RFC 7517. */
export interface Jwk extends JsonWebKey {
  readonly kid?: string;
  /** When it ends to be valid, in seconds since 1970; as OpenID Federation has it. */
  readonly exp?: number;
  /** That it is no longer valid; as OpenID Federation has it. */
  readonly revoked?: unknown;
}

/** A JSON Web Key Set: RFC 7517, section 5. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

// Named one by one, so that a member that nobody thought of stays private.
const publicMembers: Readonly<Record<string, readonly ("crv" | "x" | "y" | "n" | "e")[]>> = {
  EC: ["crv", "x", "y"],
  OKP: ["crv", "x"],
  RSA: ["n", "e"],
};

/** The public half of a key; undefined for one that has none, such as a shared secret. */
export function publicJwk(jwk: Jwk): Jwk | undefined {
  const names = Object.hasOwn(publicMembers, jwk.kty ?? "") ? publicMembers[jwk.kty ?? ""] : undefined;
  if (!names || names.some((name) => typeof jwk[name] !== "string")) return undefined;
  return { kty: jwk.kty ?? "", ...Object.fromEntries(names.map((name) => [name, jwk[name]])) };
}
