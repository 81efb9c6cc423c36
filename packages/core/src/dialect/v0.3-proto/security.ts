import type * as Wire from "../../generated/v0.3-proto/types.js";
import type { OAuthFlows, SecurityRequirement, SecurityScheme, SecuritySchemes } from "../../generated/v1.0/types.js";
import { copySet } from "../v0.3/copy-set.js";

/**
 * Writes security schemes. They are those of 1.0, which has them from here, but for OAuth.
 *
 * @see A2A 0.3, section 5.5.3
 */
export function encodeSchemes(schemes: SecuritySchemes): Wire.SecuritySchemes {
  return Object.fromEntries(Object.entries(schemes).map(([name, scheme]) => [name, encodeScheme(scheme)]));
}

/**
 * Reads security schemes.
 *
 * @see A2A 0.3, section 5.5.3
 */
export function decodeSchemes(schemes: Wire.SecuritySchemes): SecuritySchemes {
  return Object.fromEntries(Object.entries(schemes).map(([name, scheme]) => [name, decodeScheme(scheme)]));
}

/**
 * What callers have to satisfy, which both versions say alike.
 *
 * @see A2A 0.3, section 5.5
 */
export function copyRequirements(requirements: readonly (SecurityRequirement | Wire.Security)[]): SecurityRequirement[] {
  return requirements.map(({ schemes = {} }) => {
    return { schemes: Object.fromEntries(Object.entries(schemes).map(([name, { list = [] }]) => [name, { list }])) };
  });
}

/**
 * A flow that 0.3 does not know, or that lacks what 0.3 requires of it, is a bearer token: a caller without knowledge of the flow can only
 * present one that it has from elsewhere, and nobody must take the agent for one that asks for nothing.
 */
function encodeScheme(scheme: SecurityScheme): Wire.SecurityScheme {
  if (!scheme.oauth2SecurityScheme) return scheme;
  const { oauth2SecurityScheme: oauth2 } = scheme;
  const flows = encodeFlows(oauth2.flows);
  if (!flows) {
    const bearer: Wire.HTTPAuthSecurityScheme = { scheme: "Bearer" };
    return { httpAuthSecurityScheme: copySet(oauth2, bearer, ["description"]) };
  }
  const wire: Wire.OAuth2SecurityScheme = { flows };
  return { oauth2SecurityScheme: copySet(oauth2, wire, ["description", "oauth2MetadataUrl"]) };
}

function decodeScheme(wire: Wire.SecurityScheme): SecurityScheme {
  if (!wire.oauth2SecurityScheme) return wire;
  const { flows, ...rest } = wire.oauth2SecurityScheme;
  return { oauth2SecurityScheme: { ...rest, flows: decodeFlows(flows) } };
}

function encodeFlows({ authorizationCode, clientCredentials, implicit, password }: OAuthFlows): Wire.OAuthFlows | undefined {
  if (authorizationCode) {
    const { pkceRequired: _, ...flow } = authorizationCode;
    return { authorizationCode: flow };
  }
  if (clientCredentials) return { clientCredentials };
  if (implicit?.authorizationUrl) return { implicit: { ...implicit, authorizationUrl: implicit.authorizationUrl } };
  if (password?.tokenUrl) return { password: { ...password, tokenUrl: password.tokenUrl } };
  return undefined;
}

function decodeFlows({ authorizationCode, clientCredentials, implicit, password }: Wire.OAuthFlows): OAuthFlows {
  if (authorizationCode) return { authorizationCode: { ...authorizationCode, scopes: authorizationCode.scopes ?? {} } };
  if (clientCredentials) return { clientCredentials: { ...clientCredentials, scopes: clientCredentials.scopes ?? {} } };
  return implicit ? { implicit } : { password };
}
