import type { AgentCard, AgentInterface } from "@a2a/core";
import type { ClientVersion } from "@a2a/core/internal";
import { dialectFor, LocalError } from "@a2a/core/internal";
import type { TransportFactory } from "../transport/transport-factory.js";

/** An interface of an agent, and what speaks there. */
export interface Choice {
  readonly chosen: AgentInterface;
  readonly version: ClientVersion;
  readonly factory: TransportFactory;
}

/** What an interface is chosen by. */
export interface NegotiateOptions {
  readonly versions: readonly ClientVersion[];
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
export function negotiate(card: AgentCard, { versions, transports, prefer }: NegotiateOptions): readonly [Choice, ...Choice[]] {
  const choices = card.supportedInterfaces.flatMap((chosen): Choice[] => {
    const version = dialectFor(versions, chosen.protocolVersion);
    const factory = transports.find(
      (each) => each.binding === chosen.protocolBinding && version && each.versions.includes(version.version),
    );
    return version && factory ? [{ chosen, version, factory }] : [];
  });
  if (prefer === "newest") choices.sort((a, b) => versions.indexOf(a.version) - versions.indexOf(b.version));
  const [first, ...others] = choices;
  if (first) return [first, ...others];
  const offered = card.supportedInterfaces
    .map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`)
    .join(", ");
  const spoken = transports
    .flatMap((each) => versions.flatMap(({ version }) => (each.versions.includes(version) ? `${each.binding} ${version}` : [])))
    .join(", ");
  throw new LocalError(
    "BAD_RESPONSE",
    `the agent ${card.name} offers ${offered}; this client speaks ${spoken || "no binding in the versions that it may speak"}`,
  );
}
