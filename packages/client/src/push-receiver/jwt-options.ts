import { urlOf } from "@a2a/core/internal";
import type { Fetch } from "../http/fetch-exchange.js";

/**
 * How the JWT of an `Authorization: Bearer` header is checked: its signature, `iat` and `exp`, and where it has `request_body_sha256`, as the official
 * samples do, that it is for this body.
 */
export interface JwtOptions {
  /** The sender's public keys: a JSON Web Key Set (RFC 7517), or where it is, by https or on this machine; by habit `/.well-known/jwks.json` of the agent. */
  readonly jwks: string | URL | { readonly keys: readonly object[] };
  /** Who has to have issued it; default: whoever has the keys. */
  readonly issuer?: string | readonly string[];
  /** Whom it has to be for; default: anybody. */
  readonly audience?: string | readonly string[];
  /** Oldest JWT that is taken, by its `iat`; default 300. */
  readonly maxAgeSeconds?: number;
  /** How far the clocks may differ; default 5. */
  readonly clockToleranceSeconds?: number;
  /** Signature algorithms that are taken, none with a shared secret; default: RS, PS and ES of every length, and EdDSA. */
  readonly algorithms?: readonly string[];
  /** Refuses a JWT that has no hash of the body, whose bearer could have sent another one; default: a hash is checked where there is one. */
  readonly requireBodyHash?: boolean;
  /** Fetches the keys; default: the platform's `fetch`. */
  readonly fetch?: Fetch;
}

/** The options with every default in its place. */
export interface JwtSettings {
  readonly jwks: URL | { readonly keys: readonly object[] };
  readonly issuer: readonly string[] | undefined;
  readonly audience: readonly string[] | undefined;
  readonly maxAgeSeconds: number;
  readonly clockToleranceSeconds: number;
  readonly algorithms: readonly string[];
  readonly requireBodyHash: boolean;
  readonly fetch: Fetch;
}

const defaultAlgorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"],
  ...["EdDSA", "Ed25519"],
] as const;

/**
 * Checks and completes options.
 *
 * @throws TypeError
 */
export function completeJwtOptions(options: JwtOptions): JwtSettings {
  const { maxAgeSeconds = 300, clockToleranceSeconds = 5, algorithms = defaultAlgorithms, requireBodyHash = false } = options;
  if (!(maxAgeSeconds > 0)) throw new TypeError(`jwt.maxAgeSeconds must be a number above 0: ${maxAgeSeconds}`);
  if (!(clockToleranceSeconds >= 0)) throw new TypeError(`jwt.clockToleranceSeconds must not be negative: ${clockToleranceSeconds}`);
  const weak = algorithms.find((name) => !/^(?:RS|PS|ES)\d{3}$|^Ed/.test(name));
  if (algorithms.length === 0 || weak !== undefined) {
    throw new TypeError(`jwt.algorithms must be names of algorithms with a public key: ${weak ?? "there is none"}`);
  }
  return {
    jwks: keysOf(options.jwks),
    issuer: listOf(options.issuer),
    audience: listOf(options.audience),
    maxAgeSeconds,
    clockToleranceSeconds,
    algorithms,
    requireBodyHash,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
  };
}

function keysOf(jwks: JwtOptions["jwks"]): JwtSettings["jwks"] {
  if (typeof jwks === "object" && "keys" in jwks) {
    if (Array.isArray(jwks.keys) && jwks.keys.length > 0) return jwks;
    throw new TypeError("jwt.jwks has no keys");
  }
  const url = urlOf(jwks);
  // Who can change the keys on their way can sign anything.
  if (url && url.username === "" && url.password === "" && (url.protocol === "https:" || isLocal(url))) return url;
  throw new TypeError("jwt.jwks must be a key set, or an https URL of one without user and password");
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === "string" ? [value] : value;
}
