import type { A2AError, AgentCard, SecurityScheme } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { BearerFault } from "../caller/caller-refusal.js";
import { CallerRefusal } from "../caller/caller-refusal.js";

/** What a card says of how callers authenticate, and its realm. */
type ChallengingCard = Pick<AgentCard, "name" | "securitySchemes" | "securityRequirements">;

// Case does not matter in a scheme's name, but these are written so, and not every client knows that it does not.
const usualNames = ["Basic", "Bearer"] as const;

// Token of HTTP: RFC 9110, section 5.6.2. What is none would break the header.
const token = /^[!#$%&\x27*+.^_\x60|~\w-]+$/;

/** The headers of a refusal that tell how to get in; none where another caller is not what it takes. */
export function challengeHeadersOf(
  error: A2AError,
  { errors }: Pick<Dialect, "errors">,
  cardOf: () => ChallengingCard,
): Readonly<Record<string, string>> {
  const fault = error instanceof CallerRefusal ? error.fault : undefined;
  const lacks = fault?.error === "insufficient_scope";
  const { challengeHeader: name } = errors[lacks ? "UnauthenticatedError" : error.code];
  if (name === undefined) return {};
  return { [name.toLowerCase()]: lacks ? scopeChallenge(cardOf(), fault) : challengesOf(cardOf(), fault) };
}

/**
 * How a caller may authenticate, by the security schemes that the agent's card requires, else by all that it has, as a `WWW-Authenticate` header says
 * it. OAuth 2 and OpenID Connect end in a Bearer token. HTTP has no scheme for API keys and client certificates: they go by the names that 0.1 has
 * for them, `ApiKey` with the key's place, and `MutualTLS`. A card without schemes is challenged for the usual one, Bearer, because there has to be one.
 *
 * @param fault what is wrong with the Bearer token that was presented
 * @see A2A 1.0, section 7.4; RFC 9110, section 11.6.1; RFC 6750, section 3
 */
export function challengesOf(card: ChallengingCard, fault?: BearerFault): string {
  const realm = realmOf(card);
  const challenges = acceptable(card).flatMap(([scheme, scopes]) => challengeOf(scheme, realm, bearerParameters(scopes, fault)));
  return challenges.length > 0 ? [...new Set(challenges)].join(", ") : `Bearer ${realm}${bearerParameters([], fault)}`;
}

function scopeChallenge(card: ChallengingCard, { scopes = [], ...fault }: BearerFault): string {
  return `Bearer ${realmOf(card)}${bearerParameters(scopes, fault)}`;
}

function realmOf({ name }: ChallengingCard): string {
  return `realm=${quoted(name)}`;
}

/** The schemes by which callers get in, with the scopes that they need. */
function acceptable({
  securitySchemes: schemes = {},
  securityRequirements = [],
}: ChallengingCard): (readonly [SecurityScheme, readonly string[]])[] {
  const required = securityRequirements.flatMap(({ schemes: each = {} }) =>
    Object.entries(each).flatMap(([name, { list = [] }]) => {
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
      return scheme ? [[scheme, list] as const] : [];
    }),
  );
  return required.length > 0 ? required : Object.values(schemes).map((scheme) => [scheme, []] as const);
}

function bearerParameters(scopes: readonly string[], fault: BearerFault | undefined): string {
  return `${fault ? `, error=${quoted(fault.error)}` : ""}${scopes.length > 0 ? `, scope=${quoted(scopes.join(" "))}` : ""}`;
}

function challengeOf(
  { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, mtlsSecurityScheme: mtls }: SecurityScheme,
  realm: string,
  ofBearer: string,
): string[] {
  if (key) return [`ApiKey ${realm}, in=${quoted(key.location)}, name=${quoted(key.name)}`];
  if (mtls) return [`MutualTLS ${realm}`];
  if (!http) return [`Bearer ${realm}${ofBearer}`];
  if (!token.test(http.scheme)) return [];
  const scheme = usualNames.find((usual) => usual.toLowerCase() === http.scheme.toLowerCase()) ?? http.scheme;
  if (scheme === "Bearer") return [`${scheme} ${realm}${ofBearer}`];
  // Without it user names beyond ASCII are anybody's guess: RFC 7617, section 2.1.
  return [scheme === "Basic" ? `${scheme} ${realm}, charset="UTF-8"` : `${scheme} ${realm}`];
}

/** A quoted string of HTTP. Other characters than those of printable ASCII would break the header: their bytes are percent-encoded. */
function quoted(text: string): string {
  const encoder = new TextEncoder();
  const encode = (part: string): string => Array.from(encoder.encode(part), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  return `"${text.replaceAll(/[^ -~]+/g, encode).replaceAll(/["\\]/g, "\\$&")}"`;
}
