import type { AgentCard, Version } from "@a2a/core";
import { isAgentCard, validate } from "@a2a/core";
import type { AgentCardInput } from "./agent.js";

// The one binding that is served so far, as cards name it: A2A 1.0, section 4.4.6.
const protocolBinding = "JSONRPC";

/**
 * Fills in what an author left out of a card.
 *
 * @param url where the agent answers
 * @param served versions served there, newest first
 * @throws TypeError where the card is not valid
 */
export function completeCard({ name, ...input }: AgentCardInput, url: string, served: readonly Version[]): AgentCard {
  const card: AgentCard = {
    name,
    description: name,
    version: "0.0.0",
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    supportedInterfaces: served.map((protocolVersion) => ({ url, protocolBinding, protocolVersion })),
    ...input,
    capabilities: { streaming: true, ...input.capabilities },
  };
  const outcome = validate(isAgentCard, card);
  if (outcome.ok) return card;
  const { pointer, expected, clause } = outcome.problem;
  throw new TypeError(`the agent card is not valid: ${pointer} must be ${expected} (${clause})`);
}
