import type * as Wire from "../../generated/v0.3/types.js";
import type { OAuthFlows, SecurityRequirement, SecurityScheme, SecuritySchemes, Struct } from "../../generated/v1.0/types.js";
import { unreachable } from "../../unreachable.js";
import { copySet } from "./copy-set.js";

// A hostile card could ask for so many schemes of several flows together that their combinations fill the memory. Past this many alternatives
// the first flow of each stands for all.
const maxAlternatives = 16;

/**
 * Writes security schemes.
 *
 * @see A2A 0.3, section 5.5.3
 */
export function encodeSchemes(schemes: SecuritySchemes): Wire.SecuritySchemes {
  return Object.fromEntries(Object.entries(schemes).map(([name, scheme]) => [name, encodeScheme(scheme)]));
}

/**
 * Reads security schemes. One with several OAuth flows becomes one for each flow: the first keeps the name, the others add theirs to it.
 *
 * @see A2A 0.3, section 5.5.3
 */
export function decodeSchemes(schemes: Wire.SecuritySchemes): SecuritySchemes {
  const entries = Object.entries(schemes).flatMap(([name, scheme]): [string, SecurityScheme][] => {
    if (scheme.type !== "oauth2") return [[name, decodeScheme(scheme)]];
    const flows = flowsOf(scheme.flows);
    // A caller without knowledge of the flows can only present a token that it has from elsewhere.
    if (flows.length === 0) return [[name, { httpAuthSecurityScheme: { ...described(scheme), scheme: "Bearer" } }]];
    const names = namesOf(name, scheme);
    return flows.map(([, flow], at) => [
      names[at] ?? name,
      { oauth2SecurityScheme: { ...described(scheme), flows: flow, ...metadataOf(scheme) } },
    ]);
  });
  return Object.fromEntries(entries);
}

/**
 * Writes what callers have to satisfy.
 *
 * @see A2A 0.3, section 5.5
 */
export function encodeRequirements(requirements: readonly SecurityRequirement[]): Wire.SecurityRequirement[] {
  return requirements.map(({ schemes = {} }) =>
    Object.fromEntries(Object.entries(schemes).map(([name, { list = [] }]): [string, string[]] => [name, list])),
  );
}

/**
 * Reads what callers have to satisfy. A scheme that became several is asked for as any one of them.
 *
 * @see A2A 0.3, section 5.5
 */
export function decodeRequirements(
  requirements: readonly Wire.SecurityRequirement[],
  schemes: Wire.SecuritySchemes = {},
): SecurityRequirement[] {
  const found: SecurityRequirement[] = [];
  for (const requirement of requirements) found.push(...alternativesOf(requirement, schemes, maxAlternatives - found.length));
  return found;
}

function alternativesOf(requirement: Wire.SecurityRequirement, schemes: Wire.SecuritySchemes, limit: number): SecurityRequirement[] {
  let alternatives: [string, { list: string[] }][][] = [[]];
  for (const [name, list] of Object.entries(requirement)) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    const [first = name, ...others] = scheme ? namesOf(name, scheme) : [];
    const isMany = alternatives.length * (others.length + 1) > limit;
    const further = isMany ? [] : others.flatMap((other) => alternatives.map((each) => [...each, entry(other, list)]));
    for (const each of alternatives) each.push(entry(first, list));
    alternatives = [...alternatives, ...further];
  }
  return alternatives.map((each) => ({ schemes: Object.fromEntries(each) }));
}

function entry(name: string, list: string[]): [string, { list: string[] }] {
  return [name, { list }];
}

/** The names of the schemes that a scheme becomes. */
function namesOf(name: string, scheme: Wire.SecurityScheme): string[] {
  const flows = scheme.type === "oauth2" ? flowsOf(scheme.flows) : [];
  return [name, ...flows.slice(1).map(([flow]) => `${name}#${flow}`)];
}

function encodeScheme(scheme: SecurityScheme): Wire.SecurityScheme {
  if (scheme.apiKeySecurityScheme) {
    const { location, name, ...rest } = scheme.apiKeySecurityScheme;
    return { type: "apiKey", ...described(rest), in: places.find((place) => place === location.toLowerCase()) ?? "header", name };
  }
  if (scheme.httpAuthSecurityScheme) {
    const { scheme: name, bearerFormat, ...rest } = scheme.httpAuthSecurityScheme;
    return { type: "http", ...described(rest), scheme: name, ...(bearerFormat !== undefined && { bearerFormat }) };
  }
  if (scheme.oauth2SecurityScheme) {
    const { oauth2SecurityScheme: oauth2 } = scheme;
    return { type: "oauth2", ...described(oauth2), flows: encodeFlow(oauth2.flows), ...metadataOf(oauth2) };
  }
  if (scheme.openIdConnectSecurityScheme) {
    const { openIdConnectUrl, ...rest } = scheme.openIdConnectSecurityScheme;
    return { type: "openIdConnect", ...described(rest), openIdConnectUrl };
  }
  return { type: "mutualTLS", ...described(scheme.mtlsSecurityScheme) };
}

// Case is forgiven; a place that 1.0 does not know either is the usual one.
const places: readonly Wire.APIKeySecurityScheme["in"][] = ["cookie", "header", "query"];

function decodeScheme(scheme: Exclude<Wire.SecurityScheme, Wire.OAuth2SecurityScheme>): SecurityScheme {
  switch (scheme.type) {
    case "apiKey":
      return { apiKeySecurityScheme: { ...described(scheme), location: scheme.in, name: scheme.name } };
    case "http": {
      const { scheme: name, bearerFormat } = scheme;
      return { httpAuthSecurityScheme: { ...described(scheme), scheme: name, ...(bearerFormat !== undefined && { bearerFormat }) } };
    }
    case "openIdConnect":
      return { openIdConnectSecurityScheme: { ...described(scheme), openIdConnectUrl: scheme.openIdConnectUrl } };
    case "mutualTLS":
      return { mtlsSecurityScheme: described(scheme) };
    default:
      return unreachable(scheme);
  }
}

function described({ description }: { readonly description?: string }): { description?: string } {
  return description === undefined ? {} : { description };
}

function metadataOf({ oauth2MetadataUrl }: { readonly oauth2MetadataUrl?: string }): { oauth2MetadataUrl?: string } {
  return oauth2MetadataUrl === undefined ? {} : { oauth2MetadataUrl };
}

/**
 * A flow that 0.3 does not know, or that lacks what 0.3 requires of it, is left out; its scheme stays, so that nobody takes the agent for one
 * that asks for nothing.
 */
function encodeFlow({ authorizationCode, clientCredentials, implicit, password }: OAuthFlows): Wire.OAuthFlows {
  if (authorizationCode) {
    const { authorizationUrl, tokenUrl, scopes } = authorizationCode;
    return { authorizationCode: { authorizationUrl, tokenUrl, ...refreshed(authorizationCode), scopes } };
  }
  if (clientCredentials) {
    const { tokenUrl, scopes } = clientCredentials;
    return { clientCredentials: { tokenUrl, ...refreshed(clientCredentials), scopes } };
  }
  if (implicit?.authorizationUrl) {
    const { authorizationUrl, scopes = {} } = implicit;
    return { implicit: { authorizationUrl, ...refreshed(implicit), scopes } };
  }
  if (!password?.tokenUrl) return {};
  const { tokenUrl, scopes = {} } = password;
  return { password: { tokenUrl, ...refreshed(password), scopes } };
}

/** Each flow by itself, with its name. */
function flowsOf(flows: Wire.OAuthFlows): [name: string, flows: OAuthFlows][] {
  return Object.entries(flowMembers).flatMap(([name, members]): [string, OAuthFlows][] => {
    // safe: a flow of 0.3 has the members that it has in 1.0, and the table names those
    const flow = flows[name as keyof Wire.OAuthFlows] as Struct | undefined;
    // safe: as above
    return flow ? [[name, { [name]: copySet<Struct, string>(flow, {}, members) } as unknown as OAuthFlows]] : [];
  });
}

const flowMembers: Readonly<Record<keyof Wire.OAuthFlows, readonly string[]>> = {
  authorizationCode: ["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"],
  clientCredentials: ["tokenUrl", "refreshUrl", "scopes"],
  implicit: ["authorizationUrl", "refreshUrl", "scopes"],
  password: ["tokenUrl", "refreshUrl", "scopes"],
};

function refreshed({ refreshUrl }: { readonly refreshUrl?: string }): { refreshUrl?: string } {
  return refreshUrl === undefined ? {} : { refreshUrl };
}
