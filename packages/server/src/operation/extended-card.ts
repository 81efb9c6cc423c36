import type { AgentCard } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Call, OperationContext } from "./call.js";

/**
 * Answers with the card that authenticated callers see.
 *
 * @throws A2AError `UnauthenticatedError`, `ExtendedCardNotSupportedError` where the card does not offer one, `ExtendedCardNotConfiguredError`
 * @see A2A 1.0, section 3.1.11
 */
export async function getExtendedCard(
  { context }: Call<"GetExtendedAgentCard">,
  { card, extendedCardFor }: OperationContext,
): Promise<AgentCard> {
  const isOffered = card.capabilities.extendedAgentCard === true;
  // Who can authenticate has to, before anything is said of the extended card. Where nobody can, there is none to be seen.
  const canAuthenticate = Object.keys(card.securitySchemes ?? {}).length > 0;
  if (context.caller.user === undefined && (isOffered || canAuthenticate)) {
    throw new A2AError("UnauthenticatedError", "the extended card is for authenticated callers");
  }
  if (!isOffered) throw new A2AError("ExtendedCardNotSupportedError", "the agent's card does not offer an extended card");
  const extended = await extendedCardFor(context.caller);
  if (!extended) throw new A2AError("ExtendedCardNotConfiguredError", "the agent has no extended card");
  return extended;
}
