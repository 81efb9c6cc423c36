import type { AgentCard, SecurityScheme } from "@a2a/core";
import { hasPlace } from "./read-credentials.js";
import type { Recognise } from "./recognise.js";
import { createRecognise } from "./recognise.js";
import type { Security, Verifier } from "./verifier.js";
import { kindOf } from "./verifier.js";

/** The members of a card that say how callers authenticate. */
export type SecurityCard = Partial<Pick<AgentCard, "securitySchemes" | "securityRequirements" | "skills">>;

/** What a caller has to present together. */
export type Alternative = readonly RequiredScheme[];

/** One scheme, and what its credentials have to allow. */
export interface RequiredScheme {
  readonly name: string;
  readonly isBearer: boolean;
  readonly scopes: readonly string[];
  readonly recognise: Recognise;
}

/** How callers get in. */
export interface Requirements {
  /** In the order of the card. */
  readonly alternatives: readonly Alternative[];
  /** Whether it takes nothing at all: whoever presents nothing is anonymous. */
  readonly isOptional: boolean;
}

/**
 * What callers have to present, by the requirements of the card: one of them, and that as a whole. Where it has none, or an empty one, they may
 * present what they have. Those of skills are the agent's business: a request does not say which skill it is for.
 *
 * @throws TypeError where a scheme has no verifier that fits it, a verifier no scheme, and where a requirement names a scheme that the card does not have
 * @see A2A 1.0, sections 4.4.1 and 7.3
 */
export function createRequirements(card: SecurityCard, security: Security): Requirements {
  const { securitySchemes: schemes = {}, securityRequirements: required = [], skills = [] } = card;
  const stray = Object.keys(security).find((name) => !Object.hasOwn(schemes, name));
  if (stray !== undefined) throw new TypeError(`security.${stray} is for none of the card's schemes: ${listed(Object.keys(schemes))}`);
  const recognisers = new Map(Object.entries(schemes).map(([name, scheme]) => [name, recogniserOf(name, scheme, security)]));
  const alternativeOf = (named: readonly (readonly [name: string, scopes: readonly string[]])[]): Alternative =>
    named.map(([name, scopes]) => {
      const recognise = recognisers.get(name);
      if (!recognise) throw new TypeError(`the card requires ${name}, which is none of its schemes: ${listed([...recognisers.keys()])}`);
      return { name, scopes, recognise, isBearer: security[name]?.kind === "bearer" };
    });
  const alternativesOf = ({ securityRequirements = [] }: Pick<SecurityCard, "securityRequirements">): readonly Alternative[] =>
    securityRequirements.map(({ schemes: each = {} }) => alternativeOf(Object.entries(each).map(([name, { list = [] }]) => [name, list])));
  // Their scopes are not enforced, their names are looked at all the same.
  for (const skill of skills) alternativesOf(skill);
  if (required.length === 0) return { alternatives: [...recognisers.keys()].map((name) => alternativeOf([[name, []]])), isOptional: true };
  const alternatives = alternativesOf(card);
  return { alternatives: alternatives.filter((each) => each.length > 0), isOptional: alternatives.some((each) => each.length === 0) };
}

function recogniserOf(name: string, scheme: SecurityScheme, security: Security): Recognise {
  const verifier: Verifier | undefined = Object.hasOwn(security, name) ? security[name] : undefined;
  if (!verifier) throw new TypeError(`the card's security scheme ${name} has no verifier: security.${name} is missing`);
  const kind = kindOf(scheme);
  if (kind !== verifier.kind)
    throw new TypeError(`security.${name} is for ${verifier.kind}, and the card's scheme is ${kind ?? "none that is known"}`);
  if (!hasPlace(scheme))
    throw new TypeError(`the API key of the card's security scheme ${name} has to be in a header, the query or a cookie`);
  return createRecognise(scheme, verifier);
}

function listed(names: readonly string[]): string {
  return names.join(", ") || "none";
}
