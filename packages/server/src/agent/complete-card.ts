import type { AgentCard, AgentInterface, Version } from "@a2a/core";
import { isAgentCard, validate, versions } from "@a2a/core";
import type { BindingName } from "../binding-name.js";
import type { AgentCardInput, AgentDefinition } from "./agent.js";

/** A binding of an agent, and where it answers. */
export interface Offered {
  /** As cards name it: A2A 1.0, section 4.4.6. */
  readonly protocolBinding: BindingName;
  readonly url: string;
  readonly versions: readonly Version[];
}

/** Where and how an agent is served. */
export interface Served {
  readonly offered: readonly Offered[];
  readonly tenants?: readonly string[];
}

/**
 * Fills in what an author left out of a card.
 *
 * @throws TypeError where the card is not valid
 */
export function completeCard(
  { card: { name, ...input }, extendedCard }: Pick<AgentDefinition, "card" | "extendedCard">,
  served: Served,
): AgentCard {
  const card: AgentCard = {
    name,
    description: name,
    version: "0.0.0",
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    supportedInterfaces: interfacesOf(served),
    ...input,
    capabilities: { streaming: true, ...(extendedCard && { extendedAgentCard: true }), ...input.capabilities },
  };
  const outcome = validate(isAgentCard, card);
  if (outcome.ok) return card;
  const { pointer, expected, clause } = outcome.problem;
  throw new TypeError(`the agent card is not valid: ${pointer} must be ${expected} (${clause})`);
}

/**
 * Fills in the card for authenticated callers, which says what the public one says and more.
 *
 * @throws TypeError where the card is not valid
 */
export function completeExtendedCard(definition: AgentDefinition, extended: Partial<AgentCardInput>, served: Served): AgentCard {
  const { card } = definition;
  const capabilities = { ...card.capabilities, ...extended.capabilities };
  return completeCard({ ...definition, card: { ...card, ...extended, capabilities } }, served);
}

/** The newest version first, because callers take the first that they speak; of one version in the order in which bindings are offered. */
function interfacesOf({ offered, tenants }: Served): AgentInterface[] {
  return versions.flatMap(({ wire: protocolVersion }) =>
    offered.flatMap(({ protocolBinding, url, versions: spoken }) => {
      if (!spoken.includes(protocolVersion)) return [];
      const each = { url, protocolBinding, protocolVersion };
      return tenants ? tenants.map((tenant) => ({ ...each, tenant })) : [each];
    }),
  );
}
