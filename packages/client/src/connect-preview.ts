import type { AgentCard } from "@a2a/core";
import { restVersions, versionV10 } from "@a2a/core/internal";
import { versionV11 } from "@a2a/core/internal/versions";
import type { Client } from "./client.js";
import { connectAs } from "./connect-as.js";
import type { ConnectOptions } from "./options.js";
import { jsonRpc, restBy } from "./transport/built-in.js";

const transports = [jsonRpc, restBy(() => import("./transport/rest-preview.js"), ["1.1", ...restVersions])];

/**
 * Connects to an agent in protocol 1.1, which is a preview, where it offers that, and else in 1.0: finds its card and chooses the interface to talk to.
 *
 * @param target the agent's address, the address of its card, or the card itself
 * @param options.prefer default `newest`: agents name what is stable first
 * @throws LocalError `BAD_RESPONSE` where there is no valid card or no interface that this client speaks, `REFUSED_URL`, `NETWORK`, `TIMEOUT`; A2AError where
 * the card is refused; TypeError for an address that is no http or https URL, for credentials in it, and for an option that cannot be meant
 * @see A2A 1.0, section 8
 */
export function connect(target: string | URL | AgentCard, options: ConnectOptions = {}): Promise<Client> {
  return connectAs({ versions: [versionV11, versionV10], transports }, target, { ...options, prefer: options.prefer ?? "newest" });
}
