import type { AgentAuthentication } from "../../generated/v0.1/types.js";
import type { AgentCard, OAuthFlows, SecurityScheme, Struct } from "../../generated/v1.0/types.js";
import { isObject } from "../carried.js";

// The names of 0.1, by what they mean; case does not matter.
const kinds = { apiKey: "ApiKey", oauth2: "OAuth2", openIdConnect: "OpenIdConnect", mutualTls: "MutualTLS" } as const;

/** Members of a later card that say how callers authenticate. */
export type Security = Pick<AgentCard, "securitySchemes" | "securityRequirements">;

/**
 * Writes how callers authenticate: names of the schemes that are asked for, and as JSON what a name does not tell. Which of them belong
 * together, scopes asked for, notes for people and members of OAuth beyond its first URLs are lost.
 *
 * @see A2A 0.1, section 5.5.3
 */
export function encodeSecurity({ securitySchemes = {}, securityRequirements = [] }: Security): AgentAuthentication | undefined {
  const asked = securityRequirements.flatMap(({ schemes = {} }) => Object.keys(schemes));
  const names = asked.length > 0 ? asked : Object.keys(securitySchemes);
  const detailsByName = new Map<string, Struct>();
  for (const name of names) {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    const said = scheme && encodeScheme(scheme);
    if (said && !detailsByName.has(said.name)) detailsByName.set(said.name, said.details);
  }
  if (detailsByName.size === 0) return undefined;
  const details: Struct = Object.assign({}, ...detailsByName.values());
  const hasDetails = Object.keys(details).length > 0;
  return { schemes: [...detailsByName.keys()], ...(hasDetails && { credentials: JSON.stringify(details) }) };
}

/**
 * Reads how callers authenticate: any one of the schemes will do.
 *
 * @see A2A 0.1, section 5.5.3
 */
export function decodeSecurity(authentication: AgentAuthentication | undefined): Security {
  const names = [...new Set(authentication?.schemes)].filter((name) => name !== "");
  if (names.length === 0) return {};
  const details = detailsOf(authentication?.credentials);
  return {
    securitySchemes: Object.fromEntries(names.map((name) => [name, decodeScheme(name, details)])),
    securityRequirements: names.map((name) => ({ schemes: Object.fromEntries([[name, { list: [] }]]) })),
  };
}

interface SaidScheme {
  readonly name: string;
  readonly details: Struct;
}

function encodeScheme(scheme: SecurityScheme): SaidScheme {
  const { apiKeySecurityScheme: apiKey, httpAuthSecurityScheme: http, oauth2SecurityScheme: oauth2 } = scheme;
  if (apiKey) return { name: kinds.apiKey, details: { in: apiKey.location, name: apiKey.name } };
  if (http) return { name: http.scheme, details: {} };
  if (oauth2) return { name: kinds.oauth2, details: encodeFlow(oauth2.flows) };
  if (!scheme.openIdConnectSecurityScheme) return { name: kinds.mutualTls, details: {} };
  return { name: kinds.openIdConnect, details: { openIdConnectUrl: scheme.openIdConnectSecurityScheme.openIdConnectUrl } };
}

/** What the two flows for programs need; the others have no form that a reader of 0.1 could know. */
function encodeFlow({ authorizationCode, clientCredentials }: OAuthFlows): Struct {
  if (authorizationCode) {
    const { authorizationUrl, tokenUrl, scopes } = authorizationCode;
    return { authorizationUrl, tokenUrl, scopes };
  }
  return clientCredentials ? { tokenUrl: clientCredentials.tokenUrl, scopes: clientCredentials.scopes } : {};
}

function decodeScheme(name: string, details: Struct): SecurityScheme {
  const isKind = (kind: string): boolean => name.toLowerCase() === kind.toLowerCase();
  if (isKind(kinds.apiKey)) {
    return { apiKeySecurityScheme: { location: textOf(details.in) ?? "header", name: textOf(details.name) ?? "X-API-Key" } };
  }
  if (isKind(kinds.oauth2)) {
    const flows = decodeFlow(details);
    // A caller without knowledge of the flows can only present a token that it has from elsewhere.
    return flows ? { oauth2SecurityScheme: { flows } } : { httpAuthSecurityScheme: { scheme: "Bearer" } };
  }
  if (isKind(kinds.mutualTls)) return { mtlsSecurityScheme: {} };
  const openIdConnectUrl = isKind(kinds.openIdConnect) ? textOf(details.openIdConnectUrl) : undefined;
  return openIdConnectUrl === undefined
    ? { httpAuthSecurityScheme: { scheme: name } }
    : { openIdConnectSecurityScheme: { openIdConnectUrl } };
}

function decodeFlow({ authorizationUrl, tokenUrl, scopes }: Struct): OAuthFlows | undefined {
  const token = textOf(tokenUrl);
  if (token === undefined) return undefined;
  const entries = isObject(scopes) ? Object.entries(scopes) : [];
  const flow = {
    tokenUrl: token,
    scopes: Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
  };
  const authorization = textOf(authorizationUrl);
  return authorization === undefined ? { clientCredentials: flow } : { authorizationCode: { authorizationUrl: authorization, ...flow } };
}

/** Details are often, but need not be, JSON. */
function detailsOf(credentials: string | undefined): Struct {
  try {
    const parsed: unknown = JSON.parse(credentials ?? "");
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
