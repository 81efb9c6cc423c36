import type { AgentCard, SecurityScheme, StringList } from "@a2a/core";
import type { Credential, Credentials } from "./credential.js";

/** A scheme to satisfy, the scopes that are asked for, and what it is satisfied with. */
export type ChosenScheme = readonly [name: string, scheme: SecurityScheme, scopes: readonly string[], credential: Credential];

/** The card's members that say how callers authenticate. */
export type Security = Pick<AgentCard, "securitySchemes" | "securityRequirements" | "skills">;

/**
 * Chooses the first of a card's security requirements that the credentials satisfy as a whole; none where there is no such. One that asks for
 * nothing is passed over, because credentials are given to be used. A card that requires nothing gets everything that is given.
 *
 * @throws TypeError for credentials of schemes that the card does not have
 * @see A2A 1.0, section 4.4.1
 */
export function chooseSchemes(card: Security, credentials: Credentials): ChosenScheme[] {
  const { securitySchemes: schemes = {} } = card;
  const names = Object.keys(credentials);
  if (!names.every((name) => Object.hasOwn(schemes, name))) {
    throw new TypeError(`credentials for ${names.join(", ")}: the schemes of the card are ${Object.keys(schemes).join(", ") || "none"}`);
  }
  const required = requirementsOf(card);
  const alternatives = required.length > 0 ? required : [names.map((name): Named => [name, {}])];
  // Own names only: the card may ask for "constructor".
  const chosen = alternatives.find((each) => each.every(([name]) => Object.hasOwn(credentials, name)));
  return (chosen ?? []).flatMap(([name, { list = [] }]): ChosenScheme[] => {
    const scheme = schemes[name];
    const credential = credentials[name];
    return scheme && credential !== undefined ? [[name, scheme, list, credential]] : [];
  });
}

type Named = [name: string, scopes: StringList];

/** What the card requires, then what its skills do: a message does not say which skill it is for. */
function requirementsOf(card: Security): Named[][] {
  return [card, ...card.skills]
    .flatMap(({ securityRequirements = [] }) => securityRequirements)
    .map(({ schemes = {} }) => Object.entries(schemes))
    .filter((each) => each.length > 0);
}
