import type { AgentCard, AgentInterface } from "@a2a/core";
import { isAgentCard, validate } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import type { AgentCardInput, AgentDefinition } from "./agent.js";

/** Where and how an agent is served. */
export interface Served {
  /** Where it answers. */
  readonly url: string;
  /** The versions spoken there, newest first. */
  readonly dialects: readonly Dialect[];
  readonly tenants?: readonly string[];
}

// The one binding that is served so far, as cards name it: A2A 1.0, section 4.4.6.
const protocolBinding = "JSONRPC";

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

function interfacesOf({ url, dialects, tenants }: Served): AgentInterface[] {
  return dialects.flatMap(({ version: protocolVersion }) => {
    const each = { url, protocolBinding, protocolVersion };
    return tenants ? tenants.map((tenant) => ({ ...each, tenant })) : [each];
  });
}
