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
 * The agent's interfaces whose binding and version this client speaks, in the order of its card, which is the agent's preference; or the newest
 * version first.
 *
 * @throws LocalError `BAD_RESPONSE` where there is none
 * @see A2A 1.0, section 8.3.2
 */
export function negotiate(card: AgentCard, dialects: readonly Dialect[], prefer: "agent" | "newest"): readonly [Choice, ...Choice[]] {
  const choices = card.supportedInterfaces.flatMap((chosen) => {
    const dialect = dialectFor(dialects, chosen.protocolVersion);
    return chosen.protocolBinding === binding && dialect ? [{ chosen, dialect }] : [];
  });
  if (prefer === "newest") choices.sort((a, b) => dialects.indexOf(a.dialect) - dialects.indexOf(b.dialect));
  const [first, ...others] = choices;
  if (first) return [first, ...others];
  const offered = card.supportedInterfaces
    .map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`)
    .join(", ");
  const spoken = dialects.map(({ version }) => `${binding} ${version}`).join(", ");
  throw new LocalError("BAD_RESPONSE", `the agent ${card.name} offers ${offered}; this client speaks ${spoken}`);
}
