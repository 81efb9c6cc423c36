import type { AgentCard, OAuthFlows, SecurityRequirement, SecurityScheme } from "../generated/v1.0/types.js";
import { pointerTo } from "../json/pointer.js";
import type { CardRule, Found } from "./card-finding.js";
import { isToken } from "./text-forms.js";
import { isPrivate, webUrlOf } from "./web-url.js";

const places: readonly string[] = ["cookie", "header", "query"];
const flowNames = ["authorizationCode", "clientCredentials", "implicit", "password", "deviceCode"] as const;
const deprecated = ["implicit", "password"] as const;

const requirements = { "1.0": "1.0, section 4.4.1", "0.3": "0.3, section 5.5" } as const;
const schemes = { "1.0": "1.0, section 4.5.1", "0.3": "0.3, section 5.5.3", "0.1": "0.1, section 5.5.3" } as const;

/** Whether callers can find out how to authenticate, and do it safely. */
export const securityRules: readonly CardRule[] = [
  {
    rule: "security-scheme-unknown",
    severity: "error",
    clauses: requirements,
    *find(card) {
      for (const { pointer, name } of namedSchemes(card)) {
        if (!schemeOf(card, name)) yield { pointer, message: `${JSON.stringify(name)} is none of the card's security schemes` };
      }
    },
  },
  { rule: "security-scope-unknown", severity: "warning", clauses: requirements, find: findScopes },
  {
    rule: "http-scheme",
    severity: "error",
    clauses: { ...schemes, "1.0": "1.0, section 4.5.3" },
    *find(card) {
      for (const [pointer, { httpAuthSecurityScheme: http }] of schemesOf(card)) {
        if (!http || isToken(http.scheme)) continue;
        yield {
          pointer: `${pointer}/httpAuthSecurityScheme/scheme`,
          message: `${JSON.stringify(http.scheme)} cannot be the name of an HTTP scheme`,
        };
      }
    },
  },
  {
    rule: "api-key-location",
    severity: "error",
    clauses: { "1.0": "1.0, section 4.5.2" },
    *find(card) {
      for (const [pointer, { apiKeySecurityScheme: key }] of schemesOf(card)) {
        if (!key || places.includes(key.location)) continue;
        yield {
          pointer: `${pointer}/apiKeySecurityScheme/location`,
          message: `${JSON.stringify(key.location)} is not one of ${places.join(", ")}`,
        };
      }
    },
  },
  {
    rule: "oauth-flow-deprecated",
    severity: "warning",
    clauses: { "1.0": "1.0, section 4.5.7", "0.3": schemes["0.3"] },
    *find(card) {
      for (const [pointer, flows] of flowsOf(card)) {
        for (const name of deprecated.filter((each) => flows[each])) {
          yield {
            pointer: `${pointer}/${name}`,
            message: `the ${name} flow is deprecated: authorizationCode or deviceCode takes its place`,
          };
        }
      }
    },
  },
  {
    rule: "oauth-url",
    severity: "error",
    clauses: schemes,
    *find(card) {
      for (const [pointer, text] of credentialUrls(card)) {
        const url = webUrlOf(text);
        if (!url || !isPrivate(url))
          yield { pointer, message: `${JSON.stringify(text)} is not an absolute https URL: credentials are sent there` };
      }
    },
  },
  {
    rule: "extended-card-open",
    severity: "error",
    clauses: { "1.0": "1.0, section 13.3", "0.3": "0.3, section 7.10" },
    *find({ capabilities, securitySchemes = {} }) {
      const message = "the extended card is for authenticated callers, and the card has no security schemes to authenticate by";
      if (capabilities.extendedAgentCard && Object.keys(securitySchemes).length === 0) {
        yield { pointer: "/capabilities/extendedAgentCard", message };
      }
    },
  },
];

interface Named {
  readonly pointer: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

function* namedSchemes({ securityRequirements, skills }: AgentCard): Generator<Named> {
  yield* namedIn("/securityRequirements", securityRequirements);
  for (const [at, skill] of skills.entries()) yield* namedIn(`/skills/${at}/securityRequirements`, skill.securityRequirements);
}

function* namedIn(base: string, alternatives: readonly SecurityRequirement[] = []): Generator<Named> {
  for (const [at, requirement] of alternatives.entries()) {
    for (const [name, { list: scopes = [] }] of Object.entries(requirement.schemes ?? {})) {
      yield { pointer: pointerTo(`${base}/${at}/schemes`, name), name, scopes };
    }
  }
}

function* findScopes(card: AgentCard): Generator<Found> {
  const known = scopesByName(card);
  for (const { pointer, name, scopes } of namedSchemes(card)) {
    if (!schemeOf(card, name)?.oauth2SecurityScheme) continue;
    for (const [at, scope] of scopes.entries()) {
      if (known.get(firstName(name))?.has(scope)) continue;
      yield {
        pointer: `${pointer}/list/${at}`,
        message: `${JSON.stringify(scope)} is none of the scopes of the scheme ${JSON.stringify(name)}`,
      };
    }
  }
}

/** The scopes of each scheme. One that had several flows in an older version is several, `name` and `name#flow`, and is asked for as a whole. */
function scopesByName({ securitySchemes = {} }: AgentCard): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const [name, { oauth2SecurityScheme }] of Object.entries(securitySchemes)) {
    const known = byName.get(firstName(name)) ?? new Set<string>();
    byName.set(firstName(name), known);
    for (const flow of flowNames) {
      for (const scope of Object.keys(oauth2SecurityScheme?.flows[flow]?.scopes ?? {})) known.add(scope);
    }
  }
  return byName;
}

function firstName(name: string): string {
  return name.replace(/#.*/, "");
}

function schemeOf({ securitySchemes = {} }: AgentCard, name: string): SecurityScheme | undefined {
  return Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
}

function schemesOf({ securitySchemes = {} }: AgentCard): [pointer: string, scheme: SecurityScheme][] {
  return Object.entries(securitySchemes).map(([name, scheme]) => [pointerTo("/securitySchemes", name), scheme]);
}

function* flowsOf(card: AgentCard): Generator<[pointer: string, flows: OAuthFlows]> {
  for (const [pointer, { oauth2SecurityScheme: oauth2 }] of schemesOf(card)) {
    if (oauth2) yield [`${pointer}/oauth2SecurityScheme/flows`, oauth2.flows];
  }
}

/** The URLs at which callers get what they authenticate with. */
function* credentialUrls(card: AgentCard): Generator<[pointer: string, url: string]> {
  for (const [pointer, { oauth2SecurityScheme: oauth2, openIdConnectSecurityScheme: openId }] of schemesOf(card)) {
    if (openId) yield [`${pointer}/openIdConnectSecurityScheme/openIdConnectUrl`, openId.openIdConnectUrl];
    if (oauth2?.oauth2MetadataUrl !== undefined) yield [`${pointer}/oauth2SecurityScheme/oauth2MetadataUrl`, oauth2.oauth2MetadataUrl];
  }
  for (const [pointer, flows] of flowsOf(card)) yield* flowUrls(pointer, flows);
}

const urlMembers = ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"] as const;

function* flowUrls(pointer: string, flows: OAuthFlows): Generator<[pointer: string, url: string]> {
  for (const name of flowNames) {
    const flow: { readonly [M in (typeof urlMembers)[number]]?: string } = flows[name] ?? {};
    for (const member of urlMembers) {
      const url = flow[member];
      if (url !== undefined) yield [`${pointer}/${name}/${member}`, url];
    }
  }
}
