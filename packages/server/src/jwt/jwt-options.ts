import { urlOf } from "@a2a/core/internal";
import type { Caller } from "../caller/caller.js";
import { given } from "../given.js";
import type { MaybePromise } from "../maybe-promise.js";

/** What a JWT says. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** Which JWTs are taken. */
export interface JwtBearerOptions {
  /** Who issues them: their `iss`. */
  readonly issuer: string;
  /** For whom they are: one of these is in their `aud`. Name what stands for this agent alone, or what others are sent could be sent on to it. */
  readonly audience: string | readonly string[];
  /** The keys that sign them, where they are published: https, or http on this machine. They are fetched when they are needed, and again for a key that is new. */
  readonly jwksUrl?: string | URL;
  /** The keys themselves, instead of `jwksUrl`: a JSON Web Key Set. */
  readonly jwks?: { readonly keys: readonly object[] };
  /** The algorithms that they may be signed with; default: all with a public key. */
  readonly algorithms?: readonly string[];
  /** How far the clocks may be apart; default 30. */
  readonly clockToleranceSeconds?: number;
  /** Who calls, of a JWT that is valid; nobody refuses it. Default: the user is `sub`, and what it may do is `scope` or `scp`. */
  callerFrom?(claims: JwtClaims): MaybePromise<Caller | undefined>;
}

/** Options with every default filled in. */
export interface JwtSettings extends Omit<Required<JwtBearerOptions>, "jwks" | "jwksUrl"> {
  readonly keys: URL | NonNullable<JwtBearerOptions["jwks"]>;
}

/** With one key for both sides, whoever can verify can sign: a set of public keys has none. */
const publicKeyAlgorithms: readonly string[] = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError for what cannot be meant
 */
export function completeJwtOptions({ jwks, jwksUrl, ...options }: JwtBearerOptions): JwtSettings {
  const settings: JwtSettings = {
    algorithms: publicKeyAlgorithms,
    clockToleranceSeconds: 30,
    callerFrom: usualCaller,
    ...given(options),
    keys: keysOf({ ...(jwks && { jwks }), ...(jwksUrl && { jwksUrl }) }),
  };
  const { issuer, audience, algorithms, clockToleranceSeconds } = settings;
  if (typeof issuer !== "string" || issuer === "") throw new TypeError("issuer must say who issues the JWTs");
  const audiences: readonly unknown[] = typeof audience === "string" ? [audience] : (audience ?? []);
  if (audiences.length === 0 || audiences.includes("")) throw new TypeError("audience must say for whom the JWTs are");
  const wrong = algorithms.find((each) => !publicKeyAlgorithms.includes(each));
  if (wrong !== undefined || algorithms.length === 0)
    throw new TypeError(`algorithms must be of ${publicKeyAlgorithms.join(", ")}: ${wrong}`);
  if (!(clockToleranceSeconds >= 0)) throw new TypeError(`clockToleranceSeconds must be 0 or above: ${clockToleranceSeconds}`);
  return settings;
}

function keysOf({ jwks, jwksUrl }: Pick<JwtBearerOptions, "jwks" | "jwksUrl">): JwtSettings["keys"] {
  if (jwks && !Array.isArray(jwks.keys)) throw new TypeError("jwks must be a JSON Web Key Set: an object with a list of keys");
  if (jwks && !jwksUrl) return jwks;
  if (!jwksUrl || jwks) throw new TypeError("jwtBearer needs jwksUrl or jwks, one of them");
  const url = urlOf(jwksUrl);
  const isOnThisMachine = url?.protocol === "http:" && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || (url.protocol !== "https:" && !isOnThisMachine)) throw new TypeError(`jwksUrl must be an https URL: ${jwksUrl}`);
  return url;
}

/** RFC 9068, section 2.2; `scp` is what some issuers have instead, as a list or a text. */
function usualCaller({ sub, scope, scp }: JwtClaims): Caller | undefined {
  const said = scope ?? scp;
  const all: readonly unknown[] = Array.isArray(said) ? said : typeof said === "string" ? said.split(" ") : [];
  const scopes = all.flatMap((each) => (typeof each === "string" && each !== "" ? [each] : []));
  return typeof sub === "string" && sub !== "" ? { user: sub, ...(scopes.length > 0 && { scopes }) } : undefined;
}
