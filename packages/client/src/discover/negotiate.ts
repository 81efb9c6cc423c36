import type { AgentCard, AgentInterface } from "@a2a/core";
import { LocalError } from "@a2a/core";
import type { ClientDialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { TransportFactory } from "../transport/transport-factory.js";

/** An interface of an agent, and what speaks there. */
export interface Choice {
  readonly chosen: AgentInterface;
  readonly dialect: ClientDialect;
  readonly factory: TransportFactory;
}

/** What an interface is chosen by. */
export interface NegotiateOptions {
  readonly dialects: readonly ClientDialect[];
  /** Of several for one binding the first. */
  readonly transports: readonly TransportFactory[];
  readonly prefer: "agent" | "newest";
}

/**
 * The agent's interfaces whose binding and version this client speaks, in the order of its card, which is the agent's preference; or the newest
 * version first.
 *
 * @throws LocalError `BAD_RESPONSE` where there is none
 * @see A2A 1.0, section 8.3.2
 */
export function negotiate(card: AgentCard, { dialects, transports, prefer }: NegotiateOptions): readonly [Choice, ...Choice[]] {
  const choices = card.supportedInterfaces.flatMap((chosen): Choice[] => {
    const dialect = dialectFor(dialects, chosen.protocolVersion);
    const factory = transports.find(
      ({ binding, versions }) => binding === chosen.protocolBinding && dialect && versions.includes(dialect.version),
    );
    return dialect && factory ? [{ chosen, dialect, factory }] : [];
  });
  if (prefer === "newest") choices.sort((a, b) => dialects.indexOf(a.dialect) - dialects.indexOf(b.dialect));
  const [first, ...others] = choices;
  if (first) return [first, ...others];
  const offered = card.supportedInterfaces
    .map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`)
    .join(", ");
  const spoken = transports
    .flatMap(({ binding, versions }) => dialects.flatMap(({ version }) => (versions.includes(version) ? `${binding} ${version}` : [])))
    .join(", ");
  throw new LocalError(
    "BAD_RESPONSE",
    `the agent ${card.name} offers ${offered}; this client speaks ${spoken || "no binding in the versions that it may speak"}`,
  );
}
