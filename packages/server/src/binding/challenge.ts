import type { AgentCard, SecurityScheme } from "@a2a/core";

// Case does not matter in a scheme's name, but these are written so, and not every client knows that it does not.
const usualNames = ["Basic", "Bearer"] as const;

// Token of HTTP: RFC 9110, section 5.6.2. What is none would break the header.
const token = /^[!#$%&\x27*+.^_\x60|~\w-]+$/;

/**
 * How a caller may authenticate, by the security schemes of the agent's card, as a `WWW-Authenticate` header says it. OAuth 2 and OpenID Connect
 * end in a Bearer token. HTTP has no scheme for API keys and client certificates: they go by the names that 0.1 has for them, `ApiKey` with the
 * key's place, and `MutualTLS`. A card without schemes is challenged for the usual one, Bearer, because there has to be one.
 *
 * @see A2A 1.0, section 7.4; RFC 9110, section 11.6.1
 */
export function challengesOf({ name, securitySchemes = {} }: Pick<AgentCard, "name" | "securitySchemes">): string {
  const realm = `realm=${quoted(name)}`;
  const challenges = Object.values(securitySchemes).flatMap((scheme) => challengeOf(scheme, realm));
  return challenges.length > 0 ? [...new Set(challenges)].join(", ") : `Bearer ${realm}`;
}

function challengeOf(
  { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, mtlsSecurityScheme: mtls }: SecurityScheme,
  realm: string,
): string[] {
  if (key) return [`ApiKey ${realm}, in=${quoted(key.location)}, name=${quoted(key.name)}`];
  if (mtls) return [`MutualTLS ${realm}`];
  if (!http) return [`Bearer ${realm}`];
  if (!token.test(http.scheme)) return [];
  const scheme = usualNames.find((usual) => usual.toLowerCase() === http.scheme.toLowerCase()) ?? http.scheme;
  // Without it user names beyond ASCII are anybody's guess: RFC 7617, section 2.1.
  return [scheme === "Basic" ? `${scheme} ${realm}, charset="UTF-8"` : `${scheme} ${realm}`];
}

/** A quoted string of HTTP. Other characters than those of printable ASCII would break the header: their bytes are percent-encoded. */
function quoted(text: string): string {
  const encoder = new TextEncoder();
  const encode = (part: string): string => Array.from(encoder.encode(part), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  return `"${text.replaceAll(/[^ -~]+/g, encode).replaceAll(/["\\]/g, "\\$&")}"`;
}
