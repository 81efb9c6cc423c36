import type { AgentCard, AgentInterface } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";

// The binding that this client speaks, as cards name it: A2A 1.0, section 4.4.6.
const binding = "JSONRPC";

/** An interface of an agent, and the dialect to speak there. */
export interface Choice {
  readonly chosen: AgentInterface;
  readonly dialect: Dialect;
}

/**
 * Chooses the first of an agent's interfaces whose binding and version this client speaks.
 *
 * @throws LocalError `BAD_RESPONSE` where there is none
 * @see A2A 1.0, section 8.3.2
 */
export function negotiate(card: AgentCard, dialects: readonly Dialect[]): Choice {
  for (const chosen of card.supportedInterfaces) {
    const dialect = dialectFor(dialects, chosen.protocolVersion);
    if (chosen.protocolBinding === binding && dialect) return { chosen, dialect };
  }
  const offered = card.supportedInterfaces
    .map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`)
    .join(", ");
  const spoken = dialects.map(({ version }) => `${binding} ${version}`).join(", ");
  throw new LocalError("BAD_RESPONSE", `the agent ${card.name} offers ${offered}; this client speaks ${spoken}`);
}
